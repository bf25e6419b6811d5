// `npm run bench -- --base <commit>`: the package as a commit has it, and as the files are now, in the same n8n engine.
import { availableParallelism } from 'node:os';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { defined } from '../../kit/defined.mts';
import { installN8n, n8nFolder, type N8nInstall } from '../../../scripts/lib/n8n.mts';
import { LOGS, ROOT } from '../../../scripts/lib/paths.mts';
import { childEnvironment, run } from '../../../scripts/lib/processes.mts';
import { step } from '../../../scripts/lib/progress.mts';
import { startSimulatedService, type ServiceProcess } from '../../../scripts/lib/service.mts';
import { byId } from '../../../scripts/lib/workflows.mts';
import { LATENCY } from '../account.mts';
import { FIRST_CUSTOMER, LARGE, LISTED, READS } from '../lists.mts';
import { loadingTime } from '../loading.mts';
import { markdownTable, median, megabytes, milliseconds, seconds } from '../report.mts';
import { addHolders, holders, syncParameters } from '../syncAccess.mts';
import { buildCommit, buildFiles, installBuilt } from './checkout.mts';
import type { Job, Measurement } from './job.mts';

/** The two packages: as the commit has it, and as the files are. */
type Side = 'base' | 'now';
const SIDES = ['base', 'now'] as const;

interface Comparing {
	install: N8nInstall;
	packages: Record<Side, string>;
	/** Starts a service, or returns the one that has been started under this name. */
	service: (name: string, customers: number) => Promise<ServiceProcess>;
}

interface Row {
	what: string;
	unit: (value: number) => string;
	values: Record<Side, number[]>;
}

const measurementSchema: z.ZodType<Measurement> = z.object({
	items: z.number(),
	ms: z.number(),
	cpuMs: z.number(),
	growth: z.number(),
	longestTurn: z.number(),
});

/** Returns both sides `rounds` times, each first as often as second. */
const turnsOf = (rounds: number): Side[] =>
	Array.from({ length: rounds }, (_, round) =>
		round % 2 === 0 ? SIDES : SIDES.toReversed(),
	).flat();

interface Work extends Pick<Job, 'parameters' | 'input' | 'warmUps' | 'repeats'> {
	service: ServiceProcess;
	/** The items that each execution must return. */
	items: number;
}

/** Executes a node in a process of its own. */
async function measureOnce(
	{ install, packages }: Comparing,
	side: Side,
	{ service: { url: baseUrl, apiKey }, items, ...work }: Work,
): Promise<Measurement[]> {
	const n8n = n8nFolder(install);
	const node = 'customer';
	const job: Job = { n8n, packageDirectory: packages[side], baseUrl, apiKey, node, ...work };
	const output = await run(
		path.join(install.nodeBin, 'node'),
		[
			...['--expose-gc', '--disable-warning=ExperimentalWarning'],
			path.join(ROOT, 'test', 'bench', 'base', 'measureNode.mts'),
		],
		{
			cwd: ROOT,
			log: path.join(LOGS, `bench-${side}.log`),
			env: childEnvironment({ NODE_PATH: path.dirname(n8n), N8N_LOG_LEVEL: 'silent' }),
			input: JSON.stringify(job),
		},
	);
	const measurements = z.array(measurementSchema).parse(JSON.parse(output));
	const short = measurements.find((measurement) => measurement.items !== items);
	if (short) throw new Error(`${side}: ${short.items} items instead of ${items}.`);
	return measurements;
}

function rowsOf(what: string, measured: Record<Side, Measurement[]>): Row[] {
	const row = (
		quantity: string,
		unit: Row['unit'],
		valueOf: (measurement: Measurement) => number,
	): Row => ({
		what: `${what}: ${quantity}`,
		unit,
		values: { base: measured.base.map(valueOf), now: measured.now.map(valueOf) },
	});
	return [
		row('time', seconds, ({ ms }) => ms),
		row('processor', seconds, ({ cpuMs }) => cpuMs),
		row('memory', megabytes, ({ growth }) => growth),
		row('longest turn', milliseconds, ({ longestTurn }) => longestTurn),
	];
}

interface Sample {
	customers: number;
	parameters: INodeParameters;
	input?: IDataObject[];
	items: number;
	rounds?: number;
	warmUps?: number;
	repeats?: number;
}

async function compareSamples(comparing: Comparing, what: string, sample: Sample): Promise<Row[]> {
	const { customers, parameters, input = [{}], items } = sample;
	const { rounds = 2, warmUps = 1, repeats = 3 } = sample;
	const service = await comparing.service('customers', customers);
	const measured: Record<Side, Measurement[]> = { base: [], now: [] };
	const work = { service, parameters, input, items, warmUps, repeats };
	for (const side of turnsOf(rounds))
		measured[side].push(...(await measureOnce(comparing, side, work)));
	return rowsOf(what, measured);
}

const listOf = (options: INodeParameters): INodeParameters => ({
	operation: 'getAll',
	returnAll: true,
	filters: { status: 'all' },
	options,
});

const LISTS: Record<string, INodeParameters> = {
	'no page size set': {},
	'50 a page': { perPage: 50 },
	'100 a page': { perPage: 100 },
	'with Include Status': { perPage: 100, includeStatus: true },
};

async function compareLists(comparing: Comparing): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [name, options] of Object.entries(LISTS)) {
		const sample = { customers: LISTED, parameters: listOf(options), items: LISTED };
		rows.push(...(await compareSamples(comparing, `List of ${LISTED}, ${name}`, sample)));
	}
	return rows;
}

async function compareReads(comparing: Comparing): Promise<Row[]> {
	return await compareSamples(comparing, `${READS} single reads`, {
		customers: LISTED,
		parameters: { operation: 'get', customer: byId('={{ $json.id }}') },
		input: Array.from({ length: READS }, (_, n) => ({ id: FIRST_CUSTOMER + n })),
		items: READS,
		repeats: 2,
	});
}

async function compareLarge(comparing: Comparing): Promise<Row[]> {
	return await compareSamples(comparing, `List of ${LARGE}`, {
		customers: LARGE,
		parameters: listOf({ perPage: 100 }),
		items: LARGE,
		warmUps: 0,
		repeats: 1,
	});
}

/** Customers that a sync grants and as many that it revokes. */
const DIFFERENT = 100;

/** Syncs a list in which some with access are replaced by others. Each run finds what the one before has left. */
async function compareSync(
	comparing: Comparing,
	what: string,
	{ rows, areKnown }: { rows: number; areKnown: boolean },
): Promise<Row[]> {
	const service = await comparing.service(`holders-${rows}`, 0);
	if ((await holders(service, rows)).length === 0) await addHolders(service, rows);
	const measured: Record<Side, Measurement[]> = { base: [], now: [] };
	for (const [run, side] of turnsOf(2).entries()) {
		const rest = Array.from(
			{ length: DIFFERENT },
			(_, n) => `${areKnown ? 'known' : 'new'}.${run}.${n}@example.com`,
		);
		if (areKnown) for (const email of rest) await service.control('POST', 'customers', { email });
		const emails = [...(await holders(service, rows)).slice(DIFFERENT), ...rest];
		const work = {
			service,
			items: 2 * DIFFERENT,
			parameters: syncParameters(),
			input: emails.map((email) => ({ email })),
			warmUps: 0,
			repeats: 1,
		};
		measured[side].push(...(await measureOnce(comparing, side, work)));
		const after = new Set(await holders(service, rows));
		if (after.size !== rows || !rest.every((email) => after.has(email)))
			throw new Error(`${side}, ${what}: those with access are not those of the list.`);
		await service.forgetRequests();
	}
	return rowsOf(what, measured);
}

async function compareLoading({ install, packages }: Comparing): Promise<Row[]> {
	const time: Row['values'] = { base: [], now: [] };
	const processor: Row['values'] = { base: [], now: [] };
	for (const side of turnsOf(5)) {
		const { ms, cpuMs } = await loadingTime(install, packages[side]);
		time[side].push(ms);
		processor[side].push(cpuMs);
	}
	return [
		{ what: 'Loading the nodes: time', unit: milliseconds, values: time },
		{ what: 'Loading the nodes: processor', unit: milliseconds, values: processor },
	];
}

const COMPARISONS: Record<
	string,
	{ title: string; run: (comparing: Comparing) => Promise<Row[]> }
> = {
	loading: { title: 'Loading the nodes (a quarter of a minute)', run: compareLoading },
	lists: { title: 'Lists (two minutes)', run: compareLists },
	reads: { title: 'Single reads (a minute)', run: compareReads },
	large: { title: 'Large lists (two minutes)', run: compareLarge },
	sync: {
		title: 'Sync Access, 20,000 rows (two minutes)',
		run: async (comparing) =>
			await compareSync(comparing, 'Sync of 20,000', { rows: 20_000, areKnown: true }),
	},
	syncNew: {
		title: 'Sync Access, 20,000 rows, 100 of them new (three minutes)',
		run: async (comparing) =>
			await compareSync(comparing, 'Sync of 20,000, 100 new', {
				rows: 20_000,
				areKnown: false,
			}),
	},
	syncLarge: {
		title: 'Sync Access, 100,000 rows (ten minutes)',
		run: async (comparing) =>
			await compareSync(comparing, 'Sync of 100,000', { rows: 100_000, areKnown: true }),
	},
};

function comparisonTable(rows: Row[], commit: string): string {
	return markdownTable(
		['', commit, 'now', 'ratio'],
		rows.map(({ what, unit, values }) => {
			const [base, now] = [median(values.base), median(values.now)];
			return [what, unit(base), unit(now), (now / base).toFixed(2)];
		}),
	);
}

/** Prints, for each named comparison or for all, both packages and their ratio. */
export async function compareWithBase(base: string, names: string[]): Promise<void> {
	const comparisons = (names.length > 0 ? names : Object.keys(COMPARISONS)).map((name) =>
		defined(COMPARISONS[name], `a comparison "${name}" (${Object.keys(COMPARISONS).join(', ')})`),
	);
	const install = await step('Installing n8n (a minute)', async () => await installN8n());
	const { directory, commit } = await buildCommit(base);
	const packages = { base: installBuilt(directory), now: installBuilt(await buildFiles()) };
	const services = new Map<string, Promise<ServiceProcess>>();
	const service = async (name: string, customers: number) => {
		const key = `${name}-${customers}`;
		const started =
			services.get(key) ??
			startSimulatedService({
				logName: `bench-${key}`,
				args: ['--latency', String(LATENCY), '--customers', String(customers)],
			});
		services.set(key, started);
		return await started;
	};
	const rows: Row[] = [];
	try {
		for (const { title, run: compare } of comparisons)
			await step(title, async () => rows.push(...(await compare({ install, packages, service }))));
	} finally {
		for (const installed of Object.values(packages)) rmSync(installed, { recursive: true });
		console.log(
			`\nMedians, in the engine of n8n ${install.version}, ${availableParallelism()} cores; the simulated service adds ${LATENCY} ms to each answer.\n\n${comparisonTable(rows, commit)}`,
		);
	}
}
