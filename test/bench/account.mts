import type { ServiceProcess } from '../../scripts/lib/service.mts';
import { startSimulatedService } from '../../scripts/lib/service.mts';
import type { BenchN8n, Run } from './n8n.mts';
import type { Setting } from './workflows.mts';

/** Milliseconds that the simulated service adds to each response. */
export const LATENCY = 20;

/** One account for the package's node, one for the alternative. */
export interface Pair<T> {
	ours: T;
	theirs: T;
}

export interface BenchAccount {
	service: ServiceProcess;
	settings: Pair<Setting>;
}

export async function startAccount(n8n: BenchN8n, customers: number): Promise<BenchAccount> {
	const service = await startSimulatedService({
		logName: `bench-service-${customers}`,
		args: ['--latency', String(LATENCY), '--customers', String(customers)],
	});
	return { service, settings: await n8n.settingsFor(service) };
}

export function complete(run: Run, items: number): Run {
	if (run.status === 'success' && run.items === items) return run;
	throw new Error(
		`An execution ended as "${run.status}" with ${run.items} items instead of ${items}.`,
	);
}
