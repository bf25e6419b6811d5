import { defined } from '../kit/defined.mts';
import { complete, type BenchAccount, type Pair } from './account.mts';
import type { BenchN8n, Run } from './n8n.mts';
import { markdownTable, median, megabytes, seconds, type Comparison } from './report.mts';
import { list, read, type Task, type Way } from './workflows.mts';

/** Repetitions of a short measurement; the median is reported. */
export const REPEATS = 3;
/** Page sizes: the documented default and the largest that the service accepts. */
const PAGE_SIZES = [50, 100];
export const SMALL = 1_000;
export const LISTED = 10_000;
export const LARGE = 100_000;
const READS = 1_000;

async function publishBoth(
	n8n: BenchN8n,
	{ settings }: BenchAccount,
	ways: Pair<Way>,
	input?: Task['input'],
) {
	const options = input && { input };
	return {
		ours: await n8n.publish('ours', { ...options, nodes: ways.ours(settings.ours) }),
		theirs: await n8n.publish('theirs', { ...options, nodes: ways.theirs(settings.theirs) }),
	};
}

/** Runs both alternately and returns the median times of the nodes, in milliseconds. */
async function compareTimes(
	n8n: BenchN8n,
	account: BenchAccount,
	{ ways, items, input }: { ways: Pair<Way>; items: number; input?: Task['input'] },
): Promise<Pair<number>> {
	const published = await publishBoth(n8n, account, ways, input);
	const times: Pair<number[]> = { ours: [], theirs: [] };
	for (let repeat = 0; repeat < REPEATS; repeat++) {
		for (const who of ['ours', 'theirs'] as const) {
			times[who].push(complete(await n8n.run(published[who]), items).ms);
		}
	}
	return { ours: median(times.ours), theirs: median(times.theirs) };
}

export async function compareLists(n8n: BenchN8n, account: BenchAccount): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const pageSize of PAGE_SIZES) {
		const ways = { ours: list.ours(pageSize), theirs: list.theirs(pageSize) };
		comparisons.push({
			what: `list ${LISTED} customers, ${pageSize} a page`,
			...(await compareTimes(n8n, account, { ways, items: LISTED })),
			unit: seconds,
			goal: 0.2,
		});
	}
	return comparisons;
}

/** The id of the oldest customer of the simulated service; the IDs of later ones follow. */
const FIRST_CUSTOMER = 1_000_001;

export async function compareReads(n8n: BenchN8n, account: BenchAccount): Promise<Comparison> {
	const input = Array.from({ length: READS }, (_, n) => ({ id: FIRST_CUSTOMER + n }));
	return {
		what: `${READS} single reads`,
		...(await compareTimes(n8n, account, { ways: read, items: READS, input })),
		unit: seconds,
		goal: 1,
	};
}

/** Measures a list of each size, each in a new n8n process. */
export async function measureGrowth(n8n: BenchN8n, accounts: Array<[number, BenchAccount]>) {
	const rows: Array<{ size: number; runs: Pair<Run> }> = [];
	for (const [size, account] of accounts) {
		const published = await publishBoth(n8n, account, {
			ours: list.ours(100),
			theirs: list.theirs(100),
		});
		await n8n.restart();
		const ours = complete(await n8n.run(published.ours), size);
		await n8n.restart();
		const theirs = complete(await n8n.run(published.theirs), size);
		rows.push({ size, runs: { ours, theirs } });
	}
	return rows;
}

/** Measures the peak memory for the largest list. */
export function comparePeaks(growth: Awaited<ReturnType<typeof measureGrowth>>): Comparison {
	const { size, runs } = defined(growth.at(-1), 'a measured size');
	return {
		what: `peak memory of n8n, ${size} customers`,
		ours: runs.ours.peak,
		theirs: runs.theirs.peak,
		unit: megabytes,
		goal: 0.7,
	};
}

export function growthTable(rows: Awaited<ReturnType<typeof measureGrowth>>): string {
	const columns = ({ ms, growth }: Run) => [seconds(ms), megabytes(growth)];
	return markdownTable(
		['records', 'this package', 'memory', 'HTTP Request node', 'memory'],
		rows.map(({ size, runs }) => [String(size), ...columns(runs.ours), ...columns(runs.theirs)]),
	);
}
