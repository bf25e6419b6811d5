// The nightly reconciliation of examples/ with many customers, in a real n8n against the simulated service:
// `npx tsx test/bench/reconciliation.bench.mts [customers]`. As many rows in the CRM as customers have access; a
// hundred of each are not among the others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { installN8n, installPackage, startN8n } from '../../scripts/lib/n8n.mts';
import { N8nApi } from '../../scripts/lib/n8nApi.mts';
import { packPackage } from '../../scripts/lib/package.mts';
import { stopServers, stopServersOnSignal } from '../../scripts/lib/processes.mts';
import { startSimulatedService, type SimulatedService } from '../../scripts/lib/service.mts';
import {
	CREDENTIAL,
	readExample,
	withCredential,
	withNodes,
	withStandIns,
} from '../../scripts/lib/examples.mts';
import { memoryOf, restartPeak } from './memory.mts';

const OWNER = { email: 'bench@example.com', password: 'Benchmarks-1' };
const CUSTOMERS = Number(process.argv[2] ?? 20_000);
const DIFFERENT = 100;
/** One that nobody has in the simulated service's seed beside those added here. */
const PRODUCT = 105;
const LIMIT_SECONDS = 900;

const pageSchema = z.object({
	_embedded: z.object({ customers: z.array(z.object({ email: z.string() })) }),
});

/** The addresses of those who have access. */
async function holders(service: SimulatedService): Promise<string[]> {
	const product = `${service.url}/products/${PRODUCT}`;
	const emails: string[] = [];
	for (let page = 1; ; page += 1) {
		const address = `/customers?product=${product}&per_page=100&page=${page}`;
		const { customers } = pageSchema.parse(await service.read(address))._embedded;
		if (customers.length === 0) return emails;
		emails.push(...customers.map(({ email }) => email));
	}
}

/** The example for this product, with these rows in the place of the CRM's and nothing told to Slack. */
function reconciliation(emails: string[], dryRun: boolean) {
	const rows = JSON.stringify(emails.map((email) => ({ email, name: 'Member' })));
	const product = { __rl: true, mode: 'id', value: String(PRODUCT) };
	return withNodes(withStandIns(readExample('nightly-reconciliation')), (node) => {
		const change = (parameters: typeof node.parameters) => ({
			...node,
			parameters: { ...node.parameters, ...parameters },
		});
		if (node.name === 'Customers from the CRM')
			return change({ jsCode: `return ${rows}.map((json) => ({ json }));` });
		return node.name === 'Sync Access' ? change({ product, dryRun }) : node;
	});
}

async function measure(): Promise<void> {
	const [packed, install] = [await packPackage(), await installN8n()];
	const userFolder = mkdtempSync(path.join(tmpdir(), 'bench-'));
	installPackage(userFolder, packed);
	const service = await startSimulatedService({ logName: 'bench-reconciliation-service' });
	await service.control('POST', 'customers', { count: CUSTOMERS, products: [PRODUCT] });
	const known = await holders(service);
	const n8n = await startN8n({ install, userFolder, logName: 'bench-reconciliation-n8n' });
	const api = new N8nApi(n8n.url);
	await api.setUpOwner(OWNER);
	const { videoSubscriptionApi } = service.credentials;
	const credential = await api.createCredential(
		CREDENTIAL,
		'videoSubscriptionApi',
		videoSubscriptionApi,
	);
	const missing = Array.from({ length: DIFFERENT }, (_, index) => `missing.${index}@example.com`);
	const rows = [...known.slice(DIFFERENT), ...missing];
	console.log(`${known.length} customers with access, ${rows.length} rows`);
	for (const dryRun of [true, false]) {
		const id = await api.createWorkflow(withCredential(reconciliation(rows, dryRun), credential));
		const { pid } = n8n.server;
		const before = memoryOf(pid).current;
		restartPeak(pid);
		const started = performance.now();
		const { status, error, output } = await api.runManually(id, 'Click to Try', LIMIT_SECONDS);
		const seconds = ((performance.now() - started) / 1000).toFixed(1);
		const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
		const { peak } = memoryOf(pid);
		console.log(dryRun ? 'dry run' : 'for real', status, error ?? '', `${seconds} s`);
		console.log(`peak ${megabytes(peak)} MB, ${megabytes(peak - before)} MB more than before`);
		console.log(output['Tell the Team']?.[0]?.text);
	}
	console.log('broke the contract:', await service.violations());
	rmSync(userFolder, { recursive: true, force: true });
}

stopServersOnSignal(() => undefined);
try {
	await measure();
} finally {
	await stopServers();
}
