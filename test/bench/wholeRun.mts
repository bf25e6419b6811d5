import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchN8n, NodeRun, Observation, SavedExecution } from './n8n.mts';
import { lengthOf, longestOf, type Pulse } from './responsiveness.mts';

/** Milliseconds between two looks at the list of executions. */
const LOOK_INTERVAL = 250;
/** After this time, a run has failed. */
const TIMEOUT = 1_200_000;

/** What the run of a whole workflow in a real n8n took. */
export interface WholeRun extends Omit<Observation, 'pulses'> {
	/** From the start of the first node until n8n has saved the execution, in milliseconds. */
	ms: number;
	/** The executions, usually one. */
	executions: SavedExecution[];
	/** What n8n has saved, in bytes. */
	size: number;
	/** The longest time that another request waited, in milliseconds. */
	longestWait: number;
	/** The node that ran most of that time, or what else n8n did. */
	waitedFor: string;
}

const overlap = (run: NodeRun, { from, to }: Pulse): number =>
	Math.min(run.startTime + run.executionTime, to) - Math.max(run.startTime, from);

/** Returns what n8n did for most of the time that a request waited. */
function workDuring(wait: Pulse, nodeRuns: NodeRun[]): string {
	const inNode = (run: NodeRun) => Math.max(0, overlap(run, wait));
	const longest = nodeRuns.toSorted((a, b) => inNode(b) - inNode(a)).at(0);
	return longest && inNode(longest) > lengthOf(wait) / 2 ? longest.node : 'saving, passing on';
}

const nodeRunsOf = (executions: SavedExecution[]): NodeRun[] =>
	executions.flatMap(({ nodeRuns }) => nodeRuns);

/** Returns the time of each node, in the order in which they started, in milliseconds. */
export function nodeTimes({ executions }: WholeRun): Map<string, number> {
	const times = new Map<string, number>();
	for (const { node, executionTime } of nodeRunsOf(executions))
		times.set(node, (times.get(node) ?? 0) + executionTime);
	return times;
}

/** Returns the number of items that a node has output. */
export const savedItemsOf = (executions: SavedExecution[], name: string, output = 0): number =>
	nodeRunsOf(executions)
		.filter(({ node }) => node === name)
		.reduce((sum, { items }) => sum + (items[output] ?? 0), 0);

/** Waits until a condition is true, and returns when it was. */
export async function until(isTrue: () => Promise<boolean>): Promise<number> {
	const deadline = Date.now() + TIMEOUT;
	while (Date.now() < deadline) {
		if (await isTrue()) return Date.now();
		await sleep(LOOK_INTERVAL);
	}
	throw new Error(`A run has not ended within ${TIMEOUT / 1000} seconds.`);
}

/**
 * Runs a published workflow while others send requests to n8n.
 * @param work starts the executions, waits for their end, and returns when they were saved
 */
export async function measureWhole(
	n8n: BenchN8n,
	id: string,
	work: () => Promise<number>,
): Promise<WholeRun> {
	let savedAt = 0;
	const { pulses, ...took } = await n8n.observe(async () => {
		savedAt = await work();
	});
	const summaries = await n8n.api.executions(id);
	const executions: SavedExecution[] = [];
	for (const summary of summaries) executions.push(await n8n.execution(summary.id));
	const nodeRuns = nodeRunsOf(executions);
	const longest = longestOf(pulses);
	return {
		ms: savedAt - Math.min(...nodeRuns.map(({ startTime }) => startTime)),
		executions,
		size: executions.reduce((sum, { size }) => sum + size, 0),
		...took,
		longestWait: lengthOf(longest),
		waitedFor: workDuring(longest, nodeRuns),
	};
}
