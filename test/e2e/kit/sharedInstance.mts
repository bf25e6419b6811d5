import { inject } from 'vitest';
import { OWNER, type Instance } from '../../../scripts/lib/instance.mts';
import { N8nApi } from '../../../scripts/lib/n8nApi.mts';
import { stopServers } from '../../../scripts/lib/processes.mts';
import { startSimulatedService } from '../../../scripts/lib/service.mts';
import { defined } from '../../kit/defined.mts';

/** The login of an n8n that was not started here, and how it reaches the simulated service (CONTRIBUTING.md). */
const { N8N_EMAIL, N8N_PASSWORD, SERVICE_URL, SERVICE_PORT, VITEST_POOL_ID } = process.env;

/**
 * Signs in to the n8n of this worker, which its files use one after another, and starts a simulated service. `stop`
 * deletes what the file has created.
 * @param name prefix of the service's log
 */
export async function useSharedInstance(name: string): Promise<Instance> {
	const service = await startSimulatedService({
		logName: `e2e-${name}-service`,
		...(SERVICE_PORT && { port: Number(SERVICE_PORT) }),
		...(SERVICE_URL && { publicUrl: SERVICE_URL }),
	});
	const api = new N8nApi(defined(inject('sharedN8n')[Number(VITEST_POOL_ID) - 1]));
	await api.signIn({ email: N8N_EMAIL ?? OWNER.email, password: N8N_PASSWORD ?? OWNER.password });
	const stop = async () => {
		await api.deleteCreated();
		await stopServers();
	};
	return { api, service, stop };
}
