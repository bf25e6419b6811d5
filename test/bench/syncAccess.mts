import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { ServiceProcess } from '../../scripts/lib/service.mts';
import { byId } from '../../scripts/lib/workflows.mts';
import { complete, startAccount, type BenchAccount } from './account.mts';
import type { BenchN8n, Run } from './n8n.mts';
import { markdownTable, megabytes, seconds } from './report.mts';
import { customerNode } from './workflows.mts';

/** Rows of the list, as many customers with access, and how many of each are missing in the other. */
const ROWS = 20_000;
const DIFFERENT = 100;
/** A product that only customers added by this benchmark have. */
const PRODUCT = 105;

/** Adds customers with access. */
async function addHolders(service: ServiceProcess, count: number): Promise<void> {
	await service.control('POST', 'customers', { count, products: [PRODUCT] });
}

/** The parameters of the measured Sync Access, for items with an `email`. */
const syncParameters = (): INodeParameters => ({
	operation: 'syncAccess',
	product: byId(PRODUCT),
	dryRun: false,
	email: '={{ $json.email }}',
	options: { neverRevoke: 'press@example.org,@staff.example.com' },
});

const pageSchema = z.object({
	_embedded: z.object({ customers: z.array(z.object({ email: z.string() })) }),
});

/** Returns the addresses of the first `rows` customers with access. */
export async function holders(service: ServiceProcess, rows: number): Promise<string[]> {
	const pages = Array.from({ length: rows / 100 }, (_, index) => index + 1);
	const answers = await Promise.all(
		pages.map(async (page) =>
			pageSchema.parse(
				await service.read(
					`/customers?product=${service.url}/products/${PRODUCT}&per_page=100&page=${page}`,
				),
			),
		),
	);
	return answers.flatMap(({ _embedded }) => _embedded.customers.map((customer) => customer.email));
}

/** Syncs a list of all with access except some, with as many other addresses in their place, in a new n8n process. */
async function measureSync(
	n8n: BenchN8n,
	{ service, settings }: BenchAccount,
	{ name, areKnown }: { name: string; areKnown: boolean },
): Promise<Run> {
	const strangers = Array.from({ length: DIFFERENT }, (_, n) => `${name}.${n}@example.com`);
	for (const email of areKnown ? strangers : [])
		await service.control('POST', 'customers', { email });
	const emails = [...(await holders(service, ROWS)).slice(DIFFERENT), ...strangers];
	const sync = customerNode(settings.ours, syncParameters());
	const input = emails.map((email) => ({ email }));
	const published = await n8n.publish(name, { input, nodes: [sync] });
	await n8n.restart();
	const run = complete(await n8n.run(published), 2 * DIFFERENT);
	const after = new Set(await holders(service, ROWS));
	if (after.size === ROWS && strangers.every((email) => after.has(email))) return run;
	throw new Error(`${name}: those with access are not those of the list.`);
}

/** Measures Sync Access for a list whose new addresses are known customers, and for one whose are not. */
export async function measureSyncs(n8n: BenchN8n): Promise<string> {
	const account = await startAccount(n8n, 0);
	await addHolders(account.service, ROWS);
	const runs: Array<[what: string, run: Run]> = [
		['Sync Access', await measureSync(n8n, account, { name: 'known', areKnown: true })],
		[
			`Sync Access, ${DIFFERENT} to be created`,
			await measureSync(n8n, account, { name: 'new', areKnown: false }),
		],
	];
	return markdownTable(
		[`${ROWS} rows, ${DIFFERENT} to grant and to revoke`, 'time', 'memory', 'more', 'others wait'],
		runs.map(([what, { ms, peak, growth, longestWait }]) => [
			what,
			seconds(ms),
			megabytes(peak),
			megabytes(growth),
			seconds(longestWait),
		]),
	);
}
