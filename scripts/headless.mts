// The proof behind `npm run headless`: the example workflow, executed by a real n8n without its editor.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Checks } from './lib/checks.mts';
import { importDemo, WORKFLOW_ID } from './lib/demo.mts';
import { installN8n, installPackage, N8N_VERSION, runN8n } from './lib/n8n.mts';
import { readRunData } from './lib/n8nApi.mts';
import { packPackage } from './lib/package.mts';
import { CACHE, LOGS } from './lib/paths.mts';
import { endOfLog, stopServers, stopServersOnSignal } from './lib/processes.mts';
import { Progress } from './lib/progress.mts';
import { startSimulatedService } from './lib/service.mts';

const userFolder = path.join(CACHE, `headless-${N8N_VERSION}`);
const log = path.join(LOGS, 'headless-n8n.log');

/** What `n8n execute --rawOutput` prints is JSON after some lines of its start. */
function readPrintedExecution(printed: string) {
	const execution: unknown = JSON.parse(printed.slice(printed.indexOf('\n{') + 1));
	return readRunData(z.looseObject({ data: z.unknown() }).parse(execution).data);
}

/** Executes the example workflow in an n8n with an empty data folder. */
async function execute(progress: Progress) {
	const packed = await progress.run('Building and packing the nodes', packPackage);
	const install = await progress.run(
		`Installing n8n ${N8N_VERSION} (2 GB, two minutes the first time)`,
		installN8n,
	);
	const service = await progress.run(
		'Starting the simulated service',
		async () => await startSimulatedService({ logName: 'headless-service' }),
	);
	const options = { install, userFolder, logName: 'headless-n8n' };
	await progress.run('Importing both credentials and the example workflow', async () => {
		rmSync(userFolder, { recursive: true, force: true });
		installPackage(userFolder, packed);
		await importDemo(service, options);
	});
	const printed = await progress.run(
		'Executing the workflow',
		async () => await runN8n(['execute', `--id=${WORKFLOW_ID}`, '--rawOutput'], options),
	);
	return { service, execution: readPrintedExecution(printed) };
}

const customerSchema = z.looseObject({
	id: z.number(),
	created_at: z.string(),
	updated_at: z.string(),
});
const productsSchema = z.array(z.looseObject({ id: z.number() }));
const listSchema = z.object({ _embedded: z.object({ customers: z.array(customerSchema) }) });

async function main(checks: Checks): Promise<void> {
	const { service, execution } = await execute(new Progress(5));
	const violations = await service.violations();
	const requests = (await service.requests()).map(
		({ method, path: address, status }) => `${method} ${address} ${status}`,
	);
	console.log('');
	checks.equal('the workflow ends without an error', execution.error, undefined);

	const [firstProduct, secondProduct] = productsSchema.parse(execution.output['List Products']);
	const [created] = z.array(customerSchema).parse(execution.output['Create Customer']);
	const id = created?.id;
	checks.equal('it asks the service for what it needs and nothing else', requests, [
		'GET /customers 200',
		'GET /products 200',
		'POST /customers 201',
		`PUT /customers/${id}/products 200`,
		`GET /customers/${id} 200`,
	]);
	checks.equal('no request breaks the specification of the service', violations, []);

	const list = listSchema.parse(await service.read('/customers?per_page=6'))._embedded.customers;
	checks.equal(
		'"List Customers" gives the first five customers',
		z
			.array(customerSchema)
			.parse(execution.output['List Customers'])
			.map((customer) => customer.id),
		list
			.map((customer) => customer.id)
			.filter((known) => known !== id)
			.slice(0, 5),
	);

	const kept = customerSchema.parse(await service.read(`/customers/${id}`));
	checks.equal(
		'"Read Back" gives the new customer with every field',
		execution.output['Read Back'],
		[
			{
				href: `${service.url}/customers/${id}`,
				links: {
					watchlist: `${service.url}/customers/${id}/watchlist`,
					watching: `${service.url}/customers/${id}/watching`,
				},
				browse_url: `https://watch.example.com/browse?customer=${id}`,
				products: execution.output['Read Back']?.[0]?.products,
				id,
				name: 'New Customer',
				email: 'new.customer.1@example.com',
				plan: 'standard',
				platform: kept.platform,
				created_at: kept.created_at,
				updated_at: kept.updated_at,
			},
		],
	);
	checks.equal(
		'the new customer has both products',
		productsSchema.parse(execution.output['Read Back']?.[0]?.products).map((product) => product.id),
		[firstProduct?.id, secondProduct?.id],
	);
}

stopServersOnSignal(() => undefined);
const checks = new Checks();
try {
	await main(checks);
} catch (error) {
	checks.broken(error);
} finally {
	await stopServers();
}
if (!checks.allPassed) console.log(`\nThe log of n8n is ${log}; it ends:\n\n${endOfLog(log)}`);
checks.close();
process.exitCode = checks.allPassed ? 0 : 1;
