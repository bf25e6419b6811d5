// Whole examples in a real n8n, at size.
import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import {
	readExample,
	replaced,
	withCredential,
	withNodes,
	withStandIns,
} from '../../scripts/lib/examples.mts';
import { OWN_CONNECTION, type WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { startSimulatedService, type ServiceProcess } from '../../scripts/lib/service.mts';
import { byId } from '../../scripts/lib/workflows.mts';
import { reachable } from '../e2e/kit/api.mts';
import { startPostgres } from '../e2e/kit/databases.mts';
import { LATENCY } from './account.mts';
import type { BenchN8n } from './n8n.mts';
import { defined } from '../kit/defined.mts';
import { withListServer } from './listServer.mts';
import { thousands } from './lists.mts';
import { measured, megabytes, seconds, type Row, type Section } from './report.mts';
import { IS_SMALL, SIZES } from './sizes.mts';
import { savedItemsOf, measureWhole, nodeTimes, until, type WholeRun } from './wholeRun.mts';

/** A product that only customers added by this benchmark have. */
const PRODUCT = 105;
/** Rows that differ from the account, of the import and of each side of a sync. */
const { different: DIFFERENT } = SIZES;

/** A person of a list, and a customer of the simulated service. */
interface Person {
	id: number;
	name: string;
	email: string;
}

const SLACK = ['n8n-nodes-base.slack'];

type Change = (node: INode) => INode;

const idsSchema = z.object({ ids: z.array(z.number()) });

/** Adds customers to the simulated service, as it names them. */
async function addCustomers(
	service: ServiceProcess,
	count: number,
	products: number[],
): Promise<Person[]> {
	const { ids } = idsSchema.parse(await service.control('POST', 'customers', { count, products }));
	return ids.map((id) => ({ id, name: `Customer ${id}`, email: `customer.${id}@example.org` }));
}

/** Overwrites parameters of a node. */
const given =
	(parameters: INodeParameters): Change =>
	(node) => ({ ...node, parameters: { ...node.parameters, ...parameters } });

/** Reads an example, with a stand-in for Slack, and changes its nodes. */
const example = (name: string, change: Change = (node) => node): WorkflowDefinition =>
	withNodes(withStandIns(readExample(name), SLACK), change);

/** The user and password of a form. */
const LOGIN = { user: 'bench', password: 'bench' };
const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`;

/** Publishes a workflow with a credential for the simulated service, and one for its form. @returns its ID */
async function publish(
	n8n: BenchN8n,
	service: ServiceProcess,
	workflow: WorkflowDefinition,
): Promise<string> {
	const { ours } = await n8n.settingsFor(service);
	const people = await n8n.api.createCredential('Form', 'httpBasicAuth', LOGIN);
	return await n8n.publishWhole(withCredential(withCredential(workflow, ours.credential), people));
}

/** The statuses of an execution that has ended. */
const ENDED = ['success', 'error'];

/** Returns a function that says whether all executions of a workflow have one of these statuses, and there is one. */
const areAll =
	({ api }: BenchN8n, id: string, ...wanted: string[]) =>
	async (): Promise<boolean> => {
		const executions = await api.executions(id);
		return executions.length > 0 && executions.every(({ status }) => wanted.includes(status));
	};

/** Throws unless all executions have this status and a node has output as many items. */
function complete(run: WholeRun, node: string, items: number, wanted = 'success'): WholeRun {
	const statuses = run.executions.map(({ status }) => status);
	const found = savedItemsOf(run.executions, node);
	if (statuses.every((status) => status === wanted) && found === items) return run;
	throw new Error(
		`"${node}" has ${found} items instead of ${items}; the run is "${statuses.join()}".`,
	);
}

const startedSchema = z.object({ formWaitingUrl: z.string() });

/** Imports a CSV file of known customers, some of whom have a new name, through the form of the example. */
async function importRows(n8n: BenchN8n, service: ServiceProcess, rows: number): Promise<WholeRun> {
	const people = await addCustomers(service, rows, [PRODUCT]);
	const lines = people.map(
		({ name, email }, index) => `${email},${name}${index < DIFFERENT ? ' II' : ''},${PRODUCT}`,
	);
	const csv = ['email,name,product', ...lines].join('\n');
	const id = await publish(n8n, service, example('bulk-import'));
	const form = new FormData();
	form.set('field-0', new File([csv], 'members.csv', { type: 'text/csv' }));
	const { url } = n8n.api;
	const headers = { ...OWN_CONNECTION, authorization: AUTHORIZATION };
	const run = await measureWhole(n8n, id, async () => {
		const init = { method: 'POST', headers, body: form };
		const sent = await fetch(`${url}/form/import-customers`, init);
		const { formWaitingUrl } = startedSchema.parse(await sent.json());
		const savedAt = await until(areAll(n8n, id, 'waiting'));
		const page = reachable(n8n.api, formWaitingUrl);
		const text = await (await fetch(page, { headers })).text();
		if (!text.includes(`0 of ${rows} rows failed`))
			throw new Error('The last page of the form is not the one that offers the results.');
		await fetch(page, { method: 'POST', headers });
		await until(areAll(n8n, id, ...ENDED));
		return savedAt;
	});
	return complete(run, 'Create or Update', rows);
}

/** Returns the customers whose access the node has changed. */
async function changedCustomers(service: ServiceProcess): Promise<Set<string | undefined>> {
	const requests = await service.requests();
	const changes = requests.filter(
		({ method, status }) => ['PUT', 'DELETE'].includes(method) && status === 200,
	);
	return new Set(changes.map(({ path }) => /\/customers\/(\d+)\/products/.exec(path)?.[1]));
}

/** Syncs a list from a CRM: as many are missing in it as are new, who are known customers. */
export async function reconcile(
	n8n: BenchN8n,
	service: ServiceProcess,
	rows: number,
): Promise<WholeRun> {
	const holders = await addCustomers(service, rows, [PRODUCT]);
	const others = await addCustomers(service, DIFFERENT, []);
	const list = [...holders.slice(DIFFERENT), ...others].map(({ name, email }) => ({ name, email }));
	return await withListServer(list, async (crm) => {
		const path = randomUUID();
		const workflow = example('nightly-reconciliation', (node) => {
			const { type, parameters } = node;
			if (parameters.operation === 'syncAccess')
				return given({ product: byId(PRODUCT), dryRun: false })(node);
			if (type.endsWith('.airtable'))
				return replaced(node, ['httpRequest', 4.2], { url: crm, options: {} });
			if (!type.endsWith('.scheduleTrigger')) return node;
			const call = replaced(node, ['webhook', 2.1], { path: `${path}/${node.id}`, options: {} });
			return { ...call, webhookId: randomUUID() };
		});
		const [start] = workflow.nodes.filter(({ type }) => type.endsWith('.webhook'));
		const id = await publish(n8n, service, workflow);
		const run = await measureWhole(n8n, id, async () => {
			const address = `${n8n.api.url}/webhook/${path}/${defined(start).id}`;
			await fetch(address, { headers: OWN_CONNECTION });
			return await until(areAll(n8n, id, ...ENDED));
		});
		const { size } = await changedCustomers(service);
		if (size !== 2 * DIFFERENT)
			throw new Error(`${size} customers were changed instead of ${2 * DIFFERENT}.`);
		return complete(run, 'Sync Access', 1);
	});
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** A run of a whole example that is measured on each database. */
interface ExampleBenchmark {
	title: string;
	run: (n8n: BenchN8n, service: ServiceProcess, rows: number) => Promise<WholeRun>;
	rows: number;
	/** The longest time of the whole run and of another request that meets the goals, in milliseconds. */
	goals: { ms?: number; wait?: number };
}

/** The runs by the names under which `npm run bench` runs them alone. */
export const EXAMPLE_BENCHMARKS: Record<string, ExampleBenchmark> = {
	import: {
		title: 'bulk-import',
		run: importRows,
		rows: SIZES.rows,
		goals: { ms: 60_000, wait: 2000 },
	},
	nightly: { title: 'nightly-reconciliation', run: reconcile, rows: SIZES.rows, goals: {} },
	// The same part once more: with few records it shows nothing.
	...(!IS_SMALL && {
		nightlyLarge: {
			title: 'nightly-reconciliation',
			run: reconcile,
			rows: 100_000,
			goals: { ms: 30_000 },
		},
	}),
};

type OnBoth = [sqlite: WholeRun, postgres: WholeRun];

/** A node that is faster on both databases stands among the others. */
const SHORTEST_SHOWN = 100;

const eachOf = <T,>([first, second]: OnBoth, of: (run: WholeRun) => T): [T, T] => [
	of(first),
	of(second),
];

/** Returns a line for each node that takes a while, in the order of the run, and one for the others together. */
function nodeRows(runs: OnBoth): Row[] {
	const [first, second] = eachOf(runs, nodeTimes);
	const both = (node: string): [number, number] => [first.get(node) ?? 0, second.get(node) ?? 0];
	const nodes = [...new Set([...first.keys(), ...second.keys()])];
	const isShown = (node: string) => Math.max(...both(node)) >= SHORTEST_SHOWN;
	const others = nodes.filter((node) => !isShown(node)).map(both);
	const sums: [number, number] = [sum(others.map(([ms]) => ms)), sum(others.map(([, ms]) => ms))];
	return [
		...nodes.filter(isShown).map((node) => measured(`– ${node}`, both(node), seconds)),
		measured('– all other nodes', sums, seconds),
	];
}

function sectionOf({ title, rows, goals }: ExampleBenchmark, runs: OnBoth): Section {
	const waits = measured(
		'longest wait of another request',
		eachOf(runs, ({ longestWait }) => longestWait),
		seconds,
		goals.wait,
	);
	const reasons = eachOf(runs, ({ waitedFor }) => waitedFor);
	return {
		title: `${title}, ${thousands(rows)}`,
		columns: ['SQLite', 'PostgreSQL'],
		rows: [
			measured(
				'until it is saved',
				eachOf(runs, ({ ms }) => ms),
				seconds,
				goals.ms,
			),
			measured(
				'processor time of n8n',
				eachOf(runs, ({ processorMs }) => processorMs),
				seconds,
			),
			...nodeRows(runs),
			{
				...waits,
				cells: [`${waits.cells[0]} (${reasons[0]})`, `${waits.cells[1]} (${reasons[1]})`],
			},
			measured(
				'peak memory of n8n',
				eachOf(runs, ({ peak }) => peak),
				megabytes,
			),
			measured(
				'peak memory of its task runner',
				eachOf(runs, ({ peakOfRunner }) => peakOfRunner),
				megabytes,
			),
			measured(
				'saved execution',
				eachOf(runs, ({ size }) => size),
				megabytes,
			),
		],
	};
}

/** Runs an example in a new n8n with an empty database, beside a simulated service without customers. */
async function runAnew(
	prepared: BenchN8n,
	env: NodeJS.ProcessEnv,
	{ run, rows }: ExampleBenchmark,
): Promise<WholeRun> {
	const n8n = prepared.another(env);
	const service = await startSimulatedService({
		logName: 'bench-service-examples',
		args: ['--latency', String(LATENCY), '--customers', '0'],
	});
	try {
		await n8n.restart();
		return await run(n8n, service, rows);
	} finally {
		await n8n.remove();
		await service.server.stop();
	}
}

/** Measures a whole example on each database that n8n supports. */
export async function measureExample(
	prepared: BenchN8n,
	benchmark: ExampleBenchmark,
): Promise<Section> {
	const onSqlite = await runAnew(prepared, {}, benchmark);
	const postgres = await startPostgres();
	const onPostgres = await runAnew(prepared, postgres.env, benchmark).finally(postgres.stop);
	return sectionOf(benchmark, [onSqlite, onPostgres]);
}
