import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { ServiceProcess } from '../../scripts/lib/service.mts';
import { builtInNode, byId, chained, type Link } from '../../scripts/lib/workflows.mts';
import { complete, startAccount, type BenchAccount } from './account.mts';
import type { BenchN8n, Run } from './n8n.mts';
import { markdownTable, megabytes, seconds } from './report.mts';
import { customerNode, SOURCE, type Setting, type Task } from './workflows.mts';

/** Rows of the list, as many customers with access, and how many of each are missing in the other. */
const ROWS = 20_000;
const DIFFERENT = 100;
/** A product that only customers added by this benchmark have. */
const PRODUCT = 105;

type Way = (setting: Setting, input: NonNullable<Task['input']>) => Task;

/** The domain of customers who keep access whatever the list says. */
const NEVER_REVOKE = 'press@example.org,@staff.example.com';

const product = byId(PRODUCT);

const oneNode: Way = (setting, input) => ({
	input,
	nodes: [
		customerNode(setting, {
			...{ operation: 'syncAccess', product, dryRun: false },
			email: '={{ $json.email }}',
			options: { neverRevoke: NEVER_REVOKE },
		}),
	],
});

const KEY = "={{ String($json.email ?? '').trim().toLowerCase() }}";
const ADDRESS = '={{ /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/.test($json.key) }}';
const MAY_BE_TOUCHED = `={{ !'${NEVER_REVOKE}'.split(',').some((one) => $json.key.endsWith(one)) }}`;

const keyed = (name: string) =>
	builtInNode(name, 'set', 3.4, {
		assignments: { assignments: [{ id: 'key', name: 'key', value: KEY, type: 'string' }] },
		includeOtherFields: true,
		options: {},
	});

function filtered(name: string, leftValue: string) {
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ id: name, leftValue, rightValue: '', operator }];
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 };
	const all = { options, conditions, combinator: 'and' };
	return builtInNode(name, 'filter', 2.2, {
		conditions: all,
		looseTypeValidation: true,
		options: {},
	});
}

const LINKS: Link[] = [
	...chained(SOURCE, 'Key of Row', 'Has Address', 'Row May Be Touched', 'Row Once', 'Compare'),
	...chained(SOURCE, 'List', 'Key of Customer', 'May Be Touched'),
	['May Be Touched', 0, 'Compare', 1],
	['Compare', 0, 'Grant', 0],
	['Compare', 3, 'Revoke', 0],
];

/** The nodes of the nightly reconciliation without Sync Access, without its messages. */
const separateNodes: Way = (setting, input) => {
	const named = (name: string, parameters: INode['parameters']): INode => ({
		...customerNode(setting, { product, ...parameters }),
		id: name,
		name,
	});
	const customer = { __rl: true, mode: 'email', value: '={{ $json.key }}' };
	const options = { disableDotNotation: true, multipleMatches: 'first' };
	const mergeByFields = { values: [{ field1: 'key', field2: 'key' }] };
	return {
		input,
		nodes: [
			keyed('Key of Row'),
			filtered('Has Address', ADDRESS),
			filtered('Row May Be Touched', MAY_BE_TOUCHED),
			builtInNode('Row Once', 'removeDuplicates', 2, {
				operation: 'removeDuplicateInputItems',
				compare: 'selectedFields',
				fieldsToCompare: 'key',
				options: {},
			}),
			{
				...named('List', { operation: 'getAll', returnAll: true, filters: { product } }),
				executeOnce: true,
			},
			keyed('Key of Customer'),
			filtered('May Be Touched', MAY_BE_TOUCHED),
			builtInNode('Compare', 'compareDatasets', 2.3, {
				mergeByFields,
				resolve: 'preferInput1',
				options,
			}),
			named('Grant', { operation: 'grantAccess', customer }),
			named('Revoke', { operation: 'revokeAccess', customer }),
		],
		links: LINKS,
	};
};

const pageSchema = z.object({
	_embedded: z.object({ customers: z.array(z.object({ email: z.string() })) }),
});

/** Returns the addresses of customers with access. */
async function holders(service: ServiceProcess): Promise<string[]> {
	const pages = Array.from({ length: ROWS / 100 }, (_, index) => index + 1);
	const answers = await Promise.all(
		pages.map(async (page) =>
			pageSchema.parse(
				await service.read(
					`/customers?product=${service.url}/products/${PRODUCT}&per_page=100&page=${page}`,
				),
			),
		),
	);
	return answers.flatMap(({ _embedded }) => _embedded.customers.map((one) => one.email));
}

/** Returns a list of all with access except some, with as many new addresses in their place. */
async function otherList({ service }: BenchAccount, prefix: string, areKnown: boolean) {
	const others = Array.from({ length: DIFFERENT }, (_, n) => `${prefix}.${n}@example.com`);
	for (const email of areKnown ? others : []) await service.control('POST', 'customers', { email });
	const before = await holders(service);
	return { others, emails: [...before.slice(DIFFERENT), ...others] };
}

async function measureWay(
	n8n: BenchN8n,
	account: BenchAccount,
	{ name, way, areKnown, items }: { name: string; way: Way; areKnown: boolean; items: number },
): Promise<Run> {
	const { others, emails } = await otherList(account, name, areKnown);
	const task = way(
		account.settings.ours,
		emails.map((email) => ({ email })),
	);
	const published = await n8n.publish(name, task);
	await n8n.restart();
	const run = complete(await n8n.run(published), items);
	const after = new Set(await holders(account.service));
	if (after.size === ROWS && others.every((email) => after.has(email))) return run;
	throw new Error(`${name}: those with access are not those of the list.`);
}

/** Measures Sync Access beside the nodes that it replaces, each in a new n8n process. */
export async function compareSyncs(n8n: BenchN8n): Promise<Array<{ what: string; run: Run }>> {
	const account = await startAccount(n8n, 0);
	await account.service.control('POST', 'customers', { count: ROWS, products: [PRODUCT] });
	const measured = [];
	for (const [what, name, way, areKnown, items] of WAYS) {
		const run = await measureWay(n8n, account, { name, way, areKnown, items });
		measured.push({ what, run });
	}
	return measured;
}

const WAYS: Array<[what: string, name: string, way: Way, areKnown: boolean, items: number]> = [
	['Sync Access', 'known', oneNode, true, 2 * DIFFERENT],
	['Sync Access, the 100 are created', 'new', oneNode, false, 2 * DIFFERENT],
	['the ten nodes in its place', 'apart', separateNodes, true, DIFFERENT],
];

export function syncTable(measured: Array<{ what: string; run: Run }>): string {
	return markdownTable(
		[`${ROWS} rows, ${DIFFERENT} to grant and to revoke`, 'time', 'memory', 'more', 'others wait'],
		measured.map(({ what, run }) => [
			what,
			seconds(run.ms),
			megabytes(run.peak),
			megabytes(run.growth),
			seconds(run.longestWait),
		]),
	);
}
