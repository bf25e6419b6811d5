import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createCredentials, startQueueInstance } from './kit/instance.mts';
import type { Credentials, QueueInstance } from './kit/instance.mts';
import { ARRIVAL, emitted, newCustomer, triggerWorkflow } from './kit/trigger.mts';
import { byId, packageNode } from './kit/workflows.mts';
import { only } from '../kit/defined.mts';

const BATCHES = 6;
const CUSTOMERS_IN_A_BATCH = 50;
const PATIENCE_SECONDS = 240;
const PRODUCT = 101;

let instance: QueueInstance;
let credentials: Credentials;

beforeAll(async () => {
	instance = await startQueueInstance('queue');
	credentials = await createCredentials(instance);
});

afterAll(async () => await instance?.stop());

const webhook: INode = {
	id: 'webhook',
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	position: [0, 0],
	webhookId: 'bulk',
	parameters: { httpMethod: 'POST', path: 'bulk', responseMode: 'onReceived' },
};

const splitOut: INode = {
	id: 'split',
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	position: [220, 0],
	parameters: { fieldToSplitOut: 'body.emails' },
};

const CREATE = 'Create Customer';

const connections = {
	Webhook: { main: [[{ node: 'Split Out', type: 'main' as const, index: 0 }]] },
	'Split Out': { main: [[{ node: CREATE, type: 'main' as const, index: 0 }]] },
};

const batches = Array.from({ length: BATCHES }, (_batch, batch) =>
	Array.from(
		{ length: CUSTOMERS_IN_A_BATCH },
		(_customer, index) => `bulk.${batch}.${index}@example.com`,
	),
);

/** The ids of the executions that a worker tells of in its log. */
function executedBy(log: string): string[] {
	return [...readFileSync(log, 'utf8').matchAll(/Worker finished execution (\d+)/g)].map(
		([, id = '']) => id,
	);
}

const createdEmail = z.object({ email: z.string() });

test('300 customers in six executions over two workers are each created exactly once', async () => {
	const { api, service, workerLogs } = instance;
	const parameters = {
		operation: 'create',
		email: '={{ $json["body.emails"] }}',
		product: byId(PRODUCT),
	};
	const create = packageNode('customer', CREATE, parameters, credentials.videoSubscriptionApi);
	const id = await api.createWorkflow({
		name: 'Bulk',
		nodes: [webhook, splitOut, create],
		connections,
	});
	await api.activate(id);

	await Promise.all(
		batches.map(async (emails) => {
			const answer = await fetch(`${api.url}/webhook/bulk`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ emails }),
			});
			expect(answer.status).toBe(200);
		}),
	);
	await expect
		.poll(async () => (await api.executions(id)).length, { timeout: 30_000 })
		.toBe(BATCHES);
	const executions = await Promise.all(
		(await api.executions(id)).map(
			async (execution) => await api.finished(id, execution.id, PATIENCE_SECONDS),
		),
	);

	expect(executions.map(({ error }) => error)).toEqual(executions.map(() => undefined));
	const given = executions.flatMap(({ output }) => z.array(createdEmail).parse(output[CREATE]));
	expect(given.map(({ email }) => email).sort()).toEqual(batches.flat().sort());

	const creations = (await service.requests()).filter(
		({ method, status }) => method === 'POST' && status === 201,
	);
	const created = creations.map(({ body }) => createdEmail.parse(JSON.parse(body)).email);
	expect(created.sort()).toEqual(batches.flat().sort());
	expect(await service.violations()).toEqual([]);

	for (const log of workerLogs) expect(executedBy(log)).not.toEqual([]);
});

test.for(['videoSubscriptionApi', 'videoSubscriptionOAuth2Api'] as const)(
	'%s is green',
	async (type) => {
		const { api, service } = instance;
		expect(await api.testCredential(credentials[type], service.credentials[type])).toMatchObject({
			status: 'OK',
		});
	},
);

test('the main instance polls, a worker executes what the trigger emits', async () => {
	const { api, service, workerLogs } = instance;
	const id = await api.createWorkflow(
		triggerWorkflow('customerCreated', credentials.videoSubscriptionOAuth2Api),
	);
	await api.activate(id);
	const customer = await newCustomer(service);
	await expect.poll(async () => await emitted(api, id), ARRIVAL).toEqual([customer]);
	const execution = only(await api.executions(id));
	expect(workerLogs.flatMap(executedBy)).toContain(execution.id);
	await api.deactivate(id);
});
