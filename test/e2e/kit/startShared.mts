import type { TestProject } from 'vitest/node';
import { prepare, setUp } from '../../../scripts/lib/instance.mts';
import { startN8n } from '../../../scripts/lib/n8n.mts';
import { packPackage } from '../../../scripts/lib/package.mts';
import { stopServers } from '../../../scripts/lib/processes.mts';
import { OWN_INSTANCE } from './ownInstance.mts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The address of each worker's n8n, without a final slash. */
		sharedN8n: string[];
	}
}

/** Packs the package, installs n8n, and starts one for each worker, unless N8N_URL names a running one. */
export default async function startShared({ config, provide, vitest }: TestProject) {
	const { N8N_URL } = process.env;
	if (N8N_URL) {
		provide('sharedN8n', [N8N_URL.replace(/\/$/, '')]);
		await packPackage();
		return undefined;
	}
	const { install, userFolder, remove } = await prepare();
	const sharing = vitest.state
		.getPaths()
		.filter((file) => !OWN_INSTANCE.some((own) => file.endsWith(own)));
	const workers = Math.min(Number(config.maxWorkers), sharing.length);
	const started = Array.from({ length: workers }, async (_, index) => {
		const logName = `e2e-shared-${index + 1}-n8n`;
		return await setUp(await startN8n({ install, userFolder: userFolder(), logName }));
	});
	provide(
		'sharedN8n',
		(await Promise.all(started)).map(({ url }) => url),
	);
	return async () => {
		await stopServers();
		remove();
	};
}
