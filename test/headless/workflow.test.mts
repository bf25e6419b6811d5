// `npm run headless`: executes the demo workflow in a real n8n without the editor.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { importDemo, WORKFLOW_ID } from '../../scripts/lib/demo.mts';
import { installN8n, installPackage, N8N_VERSION, runN8n } from '../../scripts/lib/n8n.mts';
import { readRunData, type Execution } from '../../scripts/lib/n8nApi.mts';
import { packPackage } from '../../scripts/lib/package.mts';
import { CACHE } from '../../scripts/lib/paths.mts';
import { stopServers } from '../../scripts/lib/processes.mts';
import { step } from '../../scripts/lib/progress.mts';
import { startSimulatedService, type ServiceProcess } from '../../scripts/lib/service.mts';

const userFolder = path.join(CACHE, `headless-${N8N_VERSION}`);

/** Extracts the JSON that `n8n execute --rawOutput` prints after its start-up lines. */
function readPrintedExecution(printed: string) {
	const execution: unknown = JSON.parse(printed.slice(printed.indexOf('\n{') + 1));
	return readRunData(z.looseObject({ data: z.unknown() }).parse(execution).data);
}

let service: ServiceProcess;
let execution: Pick<Execution, 'error' | 'output'>;
let asked: string[];

beforeAll(async () => {
	const packed = await step('Building and packing the nodes', packPackage);
	const installing = `Installing n8n ${N8N_VERSION} (2 GB, three to four minutes the first time)`;
	const install = await step(installing, installN8n);
	service = await startSimulatedService({ logName: 'headless-service' });
	const options = { install, userFolder, logName: 'headless-n8n' };
	rmSync(userFolder, { recursive: true, force: true });
	installPackage(userFolder, packed);
	await step('Importing credentials and workflow', async () => await importDemo(service, options));
	const printed = await step(
		'Executing the workflow',
		async () => await runN8n(['execute', `--id=${WORKFLOW_ID}`, '--rawOutput'], options),
	);
	execution = readPrintedExecution(printed);
	asked = (await service.requests()).map(
		({ method, path: address, status }) => `${method} ${address} ${status}`,
	);
});

afterAll(stopServers);

const recordSchema = z.looseObject({ id: z.number() });

/** Returns the output of a node. */
const recordsOf = (node: string) => z.array(recordSchema).parse(execution.output[node]);

test('the workflow ends without an error', () => {
	expect(execution.error).toBeUndefined();
});

test('the workflow sends the expected requests and no others', () => {
	const id = recordsOf('Grant Access')[0]?.id;
	expect(asked).toEqual([
		'GET /products 200',
		// Two requests of different kinds show that the customer is new, so the creation includes the first product.
		'GET /customers 200',
		'GET /customers 200',
		'POST /customers 201',
		// The answer to a creation does not name the product, which the row of a dry run has.
		'GET /products/101 200',
		// The second product: its subscribers by email address, then all customers by it, then the own record for the
		// product: only that one says no.
		'GET /customers 200',
		'GET /customers 200',
		`GET /customers/${id} 404`,
		`PUT /customers/${id}/products 200`,
		`GET /customers/${id} 200`,
	]);
});

test('no request violates the contract of the service', async () => {
	expect(await service.violations()).toEqual([]);
});

test('"Grant Access" creates the customer, "Grant Another" finds them', () => {
	const outcomes = ['Grant Access', 'Grant Another'].map((node) => recordsOf(node)[0]?.outcome);
	expect(outcomes).toEqual(['created', 'granted']);
});

test('"Read Back" returns the new customer, simplified, with both products', async () => {
	const id = recordsOf('Grant Access')[0]?.id;
	const kept = recordSchema.parse(await service.read(`/customers/${id}`));
	expect(recordsOf('Read Back')).toEqual([
		{
			id,
			name: 'New Customer',
			email: 'new.customer@example.com',
			plan: 'standard',
			products: recordsOf('List Products').map(({ name }) => name),
			created_at: kept.created_at,
			updated_at: kept.updated_at,
			href: `${service.url}/customers/${id}`,
		},
	]);
});
