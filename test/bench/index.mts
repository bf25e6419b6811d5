// The benchmarks behind `npm run bench`: in one real n8n, beside what people would use otherwise.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { LOGS } from '../../scripts/lib/paths.mts';
import { stopServers, stopServersOnSignal } from '../../scripts/lib/processes.mts';
import { step } from '../../scripts/lib/progress.mts';
import { startSimulatedService } from '../../scripts/lib/service.mts';
import type { SimulatedService } from '../../scripts/lib/service.mts';
import { measureLoading } from './loading.mts';
import { BenchN8n } from './n8n.mts';
import type { Run } from './n8n.mts';
import {
	comparisonTable,
	markdownTable,
	median,
	megabytes,
	milliseconds,
	seconds,
} from './report.mts';
import type { Comparison } from './report.mts';
import { create, list, read } from './workflows.mts';
import type { Setting, Task, Way } from './workflows.mts';
import { defined } from '../kit/defined.mts';

/** Milliseconds that the simulated service adds to each answer. */
const LATENCY = 20;
/** How often a short measurement is repeated; the median counts. */
const REPEATS = 3;
const LOADING_REPEATS = 5;
/** The page sizes of lists: the documented one, and the largest that the service gives. */
const PAGE_SIZES = [50, 100];
const SMALL = 1_000;
const LISTED = 10_000;
const LARGE = 100_000;
const READS = 1_000;
const CREATIONS = 600;
/** Creations of customers that the service takes in a second (docs/service.md, Limits). */
const CREATIONS_PER_SECOND = 5;
const APART_MS = 15_000;

/** One by the package's node, the other by n8n's HTTP Request node. */
interface Pair<T> {
	ours: T;
	theirs: T;
}

interface Account {
	service: SimulatedService;
	settings: Pair<Setting>;
}

async function startAccount(n8n: BenchN8n, customers: number): Promise<Account> {
	const service = await startSimulatedService({
		logName: `bench-service-${customers}`,
		args: ['--latency', String(LATENCY), '--customers', String(customers)],
	});
	return { service, settings: await n8n.settingsFor(service) };
}

async function publishBoth(
	n8n: BenchN8n,
	{ settings }: Account,
	ways: Pair<Way>,
	input?: Task['input'],
) {
	const given = input && { input };
	return {
		ours: await n8n.publish('ours', { ...given, nodes: ways.ours(settings.ours) }),
		theirs: await n8n.publish('theirs', { ...given, nodes: ways.theirs(settings.theirs) }),
	};
}

function complete(run: Run, items: number): Run {
	if (run.status === 'success' && run.items === items) return run;
	throw new Error(
		`An execution ended as "${run.status}" with ${run.items} items instead of ${items}.`,
	);
}

/** Runs both in turn, several times; the median of the nodes' times, in milliseconds. */
async function compareTimes(
	n8n: BenchN8n,
	account: Account,
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

async function compareLists(n8n: BenchN8n, account: Account): Promise<Comparison[]> {
	const comparisons: Comparison[] = [];
	for (const pageSize of PAGE_SIZES) {
		const ways = { ours: list.ours(pageSize), theirs: list.theirs(pageSize) };
		comparisons.push({
			what: `list ${LISTED} customers, ${pageSize} a page`,
			...(await compareTimes(n8n, account, { ways, items: LISTED })),
			unit: seconds,
			goal: 0.3,
		});
	}
	return comparisons;
}

const pageSchema = z.object({
	_embedded: z.object({ customers: z.array(z.object({ id: z.number() })) }),
});

async function someCustomers({ service }: Account, count: number): Promise<Array<{ id: number }>> {
	const pages = Array.from(
		{ length: count / 100 },
		(_, page) => `/customers?per_page=100&page=${page + 1}`,
	);
	const answers = await Promise.all(
		pages.map(async (page) => pageSchema.parse(await service.read(page))),
	);
	return answers.flatMap(({ _embedded }) => _embedded.customers.map(({ id }) => ({ id })));
}

async function compareReads(n8n: BenchN8n, account: Account): Promise<Comparison> {
	const input = await someCustomers(account, READS);
	return {
		what: `${READS} single reads`,
		...(await compareTimes(n8n, account, { ways: read, items: READS, input })),
		unit: seconds,
		goal: 1.25,
	};
}

/** What one process of n8n needs for a list of each size, each in a new process. */
async function measureGrowth(n8n: BenchN8n, accounts: Map<number, Account>) {
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

/** The most memory that the process held for the largest list. */
function comparePeaks(growth: Awaited<ReturnType<typeof measureGrowth>>): Comparison {
	const { size, runs } = defined(growth.at(-1), 'a measured size');
	return {
		what: `peak memory of n8n, ${size} customers`,
		ours: runs.ours.peak,
		theirs: runs.theirs.peak,
		unit: megabytes,
		goal: 1.2,
	};
}

async function compareLoading({ install, packageDirectory }: BenchN8n): Promise<Comparison> {
	const { nodes, ours, theirs } = await measureLoading(install, packageDirectory, LOADING_REPEATS);
	return {
		what: `load ${nodes} nodes; beside it as many of n8n's own`,
		ours: median(ours),
		theirs: median(theirs),
		unit: milliseconds,
		goal: 1,
	};
}

interface Creation {
	what: string;
	ms: number;
	created: number;
	refused: number;
}

/** One n8n that creates customers, in one execution. */
interface Creator {
	n8n: BenchN8n;
	setting: Setting;
	way: Way;
}

/** Creates customers, by several at once if there are several, in equal parts. */
async function measureCreation(
	{ service }: Account,
	what: string,
	...creators: [Creator, ...Creator[]]
): Promise<Creation> {
	const count = CREATIONS / creators.length;
	const prefix = `${what.replaceAll(' ', '-')}.`;
	const runs = creators.map(async ({ n8n, setting, way }, part) => {
		const input = Array.from({ length: count }, (_, n) => ({
			email: `${prefix}${part}.${n}@example.com`,
		}));
		return await n8n.run(await n8n.publish(what, { input, nodes: way(setting) }));
	});
	const times = (await Promise.all(runs)).map(({ ms }) => ms);
	const statuses = (await service.requests())
		.filter(({ method, body }) => method === 'POST' && body.includes(prefix))
		.map(({ status }) => status);
	return {
		what,
		ms: Math.max(...times),
		created: statuses.filter((status) => status === 201).length,
		refused: statuses.filter((status) => status === 429).length,
	};
}

const productsSchema = z.object({
	_embedded: z.object({ products: z.array(z.object({ id: z.number() })) }),
});

/** Two accounts, for the limit is an account's: the package in one while the HTTP Request node waits out its batches in the other. */
async function compareCreations(n8n: BenchN8n, one: Account, other: Account): Promise<Creation[]> {
	const { products } = productsSchema.parse(await one.service.read('/products'))._embedded;
	const product = defined(products[0], 'a product').id;
	const batching = { batchSize: CREATIONS_PER_SECOND, batchInterval: 1000 };
	const theirs = { n8n, setting: other.settings.theirs, way: create.theirs(product) };
	const inBatches = { ...theirs, way: create.theirs(product, batching) };
	const ours = { n8n, setting: one.settings.ours, way: create.ours(product) };
	const unbatched = await measureCreation(other, 'HTTP Request node', theirs);
	const alone = measureCreation(one, 'this package', ours);
	// What n8n does before the first request of one must not count as time of the other.
	await sleep(APART_MS);
	const batched = await measureCreation(
		other,
		'HTTP Request node in batches of 5 a second',
		inBatches,
	);
	return [await alone, await measureTwoWorkers(one, ours), batched, unbatched];
}

/** Two processes of n8n that share nothing but the account, as two workers of a queue do, half of the creations each. */
async function measureTwoWorkers(account: Account, first: Creator): Promise<Creation> {
	const n8n = first.n8n.another();
	try {
		await n8n.restart();
		const { ours: setting } = await n8n.settingsFor(account.service);
		return await measureCreation(account, 'this package in two workers', first, {
			...first,
			n8n,
			setting,
		});
	} finally {
		await n8n.remove();
	}
}

function growthTable(rows: Awaited<ReturnType<typeof measureGrowth>>): string {
	const columns = ({ ms, growth, items }: Run) => [
		seconds(ms),
		milliseconds(ms / (items / 1000)),
		megabytes(growth),
	];
	return markdownTable(
		['records', 'this package', 'per 1,000', 'memory', 'HTTP Request node', 'per 1,000', 'memory'],
		rows.map(({ size, runs }) => [String(size), ...columns(runs.ours), ...columns(runs.theirs)]),
	);
}

function creationTable(creations: Creation[]): string {
	const fastest = (CREATIONS / CREATIONS_PER_SECOND) * 1000;
	return markdownTable(
		[`${CREATIONS} creations`, 'time', `of ${seconds(fastest)}`, 'created', 'refused (429)'],
		creations.map(({ what, ms, created, refused }) => [
			what,
			seconds(ms),
			(ms / fastest).toFixed(3),
			String(created),
			String(refused),
		]),
	);
}

function circumstances({ install }: BenchN8n): string {
	const node = execFileSync(path.join(install.nodeBin, 'node'), ['--version'], {
		encoding: 'utf8',
	}).trim();
	const date = new Date().toISOString().slice(0, 10);
	return `Measured on ${date} with n8n ${install.version} on Node.js ${node}, ${availableParallelism()} cores; the simulated service adds ${LATENCY} ms to each answer. Times are those of the nodes, medians of ${REPEATS}. Repeat with \`npm run bench\`.`;
}

/** Measures everything, and prints what was measured also when a later step fails. */
async function measure(n8n: BenchN8n): Promise<void> {
	const tables = [circumstances(n8n)];
	try {
		const small = await startAccount(n8n, SMALL);
		const middle = await startAccount(n8n, LISTED);
		const large = await startAccount(n8n, LARGE);
		await step('Lists (a minute)', async () => {
			tables.push(comparisonTable(await compareLists(n8n, middle)));
		});
		await step('Single reads (a minute)', async () => {
			tables.push(comparisonTable([await compareReads(n8n, middle)]));
		});
		await step('Large lists (two minutes)', async () => {
			const accounts = new Map([
				[SMALL, small],
				[LISTED, middle],
				[LARGE, large],
			]);
			const growth = await measureGrowth(n8n, accounts);
			tables.push(comparisonTable([comparePeaks(growth)]), growthTable(growth));
		});
		await step('Creations (five minutes)', async () => {
			tables.push(creationTable(await compareCreations(n8n, small, middle)));
		});
		await step('Loading the nodes (half a minute)', async () => {
			tables.push(comparisonTable([await compareLoading(n8n)]));
		});
	} finally {
		console.log(['', ...tables].join('\n\n'));
	}
}

async function main(): Promise<void> {
	const n8n = await step(
		'Packing the package, installing n8n (a minute)',
		async () => await BenchN8n.prepare(),
	);
	try {
		await n8n.restart();
		await measure(n8n);
	} finally {
		await n8n.remove();
	}
}

if (process.platform !== 'linux') {
	console.error('The benchmarks read the memory of n8n from /proc, which only Linux has.');
	process.exit(1);
}
stopServersOnSignal(() => undefined);
try {
	await main();
} catch (error) {
	console.error(
		'\n',
		error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error,
		`\nThe logs are in ${LOGS}.`,
	);
	process.exitCode = 1;
} finally {
	await stopServers();
}
