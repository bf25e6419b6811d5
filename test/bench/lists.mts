import { z } from 'zod';
import type { ServiceProcess } from '../../scripts/lib/service.mts';
import { complete, type BenchAccount, type Pair } from './account.mts';
import type { BenchN8n } from './n8n.mts';
import { BESIDE, compared, median, megabytes, seconds, type Section } from './report.mts';
import { withListServer } from './listServer.mts';
import { IS_SMALL, SIZES } from './sizes.mts';
import { list, read, type Task, type Way } from './workflows.mts';

/** The median of the repetitions of a short measurement is reported. */
export const { repeats: REPEATS, few: SMALL, listed: LISTED, large: LARGE } = SIZES;
/** Page sizes: the documented default and the largest that the service accepts. */
const PAGE_SIZES = [50, 100];
const READS = SIZES.reads;

export const thousands = (count: number): string => count.toLocaleString('en');

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

export async function compareLists(n8n: BenchN8n, account: BenchAccount): Promise<Section> {
	const rows = [];
	for (const pageSize of PAGE_SIZES) {
		const ways = { ours: list.ours(pageSize), theirs: list.theirs(pageSize) };
		const { ours, theirs } = await compareTimes(n8n, account, { ways, items: LISTED });
		rows.push(compared(`${pageSize} a page`, [ours, theirs], seconds, 0.2));
	}
	return { title: `List of ${thousands(LISTED)} customers`, columns: BESIDE, rows };
}

/** The id of the oldest customer of the simulated service; the IDs of later ones follow. */
const FIRST_CUSTOMER = 1_000_001;

export async function compareReads(n8n: BenchN8n, account: BenchAccount): Promise<Section> {
	const input = Array.from({ length: READS }, (_, n) => ({ id: FIRST_CUSTOMER + n }));
	const times = await compareTimes(n8n, account, { ways: read, items: READS, input });
	return {
		title: `${thousands(READS)} single reads`,
		columns: BESIDE,
		rows: [compared('time', [times.ours, times.theirs], seconds, 1)],
	};
}

const pageSchema = z.object({ _embedded: z.object({ customers: z.array(z.unknown()) }) });

/** Reads all customers as the service sends them. */
async function customersOf(service: ServiceProcess, count: number): Promise<unknown[]> {
	const customers = [];
	for (let page = 1; customers.length < count; page++) {
		const answer = await service.read(`/customers?status=all&per_page=100&page=${page}`);
		customers.push(...pageSchema.parse(answer)._embedded.customers);
	}
	return customers;
}

/** Starts n8n anew, so that its memory is that of one run. With few records, which show nothing, it goes on. */
const startAnew = async (n8n: BenchN8n) => await (IS_SMALL ? undefined : n8n.restart());

/**
 * Measures a long list, each way in a new n8n process. The last line shows how much of the memory is n8n's own: beside
 * ours stands an HTTP Request node that gets all records in one answer.
 */
export async function compareLarge(n8n: BenchN8n, account: BenchAccount): Promise<Section> {
	const published = await publishBoth(n8n, account, {
		ours: list.ours(100),
		theirs: list.theirs(100),
	});
	await startAnew(n8n);
	const ours = complete(await n8n.run(published.ours), LARGE);
	await startAnew(n8n);
	const theirs = complete(await n8n.run(published.theirs), LARGE);
	const customers = await customersOf(account.service, LARGE);
	const inOneAnswer = await withListServer(customers, async (url) => {
		const id = await n8n.publish('one answer', { nodes: list.inOneAnswer(url) });
		await startAnew(n8n);
		return complete(await n8n.run(id), LARGE);
	});
	return {
		title: `List of ${thousands(LARGE)} customers`,
		columns: BESIDE,
		rows: [
			compared('100 a page', [ours.ms, theirs.ms], seconds, 0.2),
			compared('peak memory of n8n', [ours.peak, theirs.peak], megabytes, 0.6),
			compared('the same beside one answer', [ours.peak, inOneAnswer.peak], megabytes),
		],
	};
}
