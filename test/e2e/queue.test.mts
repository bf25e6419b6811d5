import { readFileSync } from 'node:fs';
import type { INode } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCredentials } from './kit/credentials.mts';
import { testedSchedulers } from './kit/schedulers.mts';
import type { Credentials } from './kit/credentials.mts';
import { startQueueInstance, type QueueInstance } from './kit/queueInstance.mts';
import {
	AFTER_KILL,
	EVENT_ARRIVAL,
	emitted,
	emittedOnce,
	firstPolls,
	holdRequests,
	newCustomer,
	publish,
} from './kit/trigger.mts';
import { builtInNode, byId, packageNode, sequence } from '../../scripts/lib/workflows.mts';
import { only } from '../kit/defined.mts';

const BATCHES = 6;
const CUSTOMERS_IN_A_BATCH = 50;
const TIMEOUT_SECONDS = 240;
const PRODUCT = 101;
const CREATE = 'Create Customer';

let instance: QueueInstance;
let credentials: Credentials;

/** Publishes a workflow that passes each email address that is posted to it to a node of the package. */
async function publishBulk(name: string, node: INode): Promise<string> {
	const parameters = { httpMethod: 'POST', path: name, responseMode: 'onReceived' };
	const webhook = { ...builtInNode('Webhook', 'webhook', 2, parameters), webhookId: name };
	const splitOut = builtInNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.emails' });
	const id = await instance.api.createWorkflow(sequence(name, webhook, splitOut, node));
	await instance.api.activate(id);
	return id;
}

/** Starts an execution for each batch, all at once, and returns the workflow's executions when they have ended. */
async function executeBulk(id: string, name: string, all: string[][]) {
	const { api } = instance;
	const before = (await api.executions(id)).length;
	await Promise.all(
		all.map(async (emails) => {
			const answer = await fetch(`${api.url}/webhook/${name}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ emails }),
			});
			expect(answer.status).toBe(200);
		}),
	);
	await expect.poll(async () => (await api.executions(id)).length).toBe(before + all.length);
	return await Promise.all(
		(await api.executions(id)).map(
			async (execution) => await api.finished(id, execution.id, TIMEOUT_SECONDS),
		),
	);
}

const EMAIL = '={{ $json["body.emails"] }}';

const batches = Array.from({ length: BATCHES }, (_batch, batch) =>
	Array.from(
		{ length: CUSTOMERS_IN_A_BATCH },
		(_customer, index) => `bulk.${batch}.${index}@example.com`,
	),
);

/** Returns the IDs of the executions that a worker has logged. */
function executedBy(log: string): string[] {
	return [...readFileSync(log, 'utf8').matchAll(/Worker finished execution (\d+)/g)].map(
		([, id = '']) => id,
	);
}

const createdEmail = z.object({ email: z.string() });

describe.each(testedSchedulers)('with the %s scheduler', (scheduler) => {
	beforeAll(async () => {
		instance = await startQueueInstance(`queue-${scheduler}`, scheduler);
		credentials = await createCredentials(instance);
	});

	afterAll(async () => await instance?.stop());

	test('300 customers in six executions over two workers are each created exactly once', async () => {
		const { service, workerLogs } = instance;
		const parameters = { operation: 'create', email: EMAIL, product: byId(PRODUCT) };
		const create = packageNode('customer', CREATE, parameters, credentials.videoSubscriptionApi);
		const executions = await executeBulk(await publishBulk('bulk', create), 'bulk', batches);

		expect(executions.map(({ error }) => error)).toEqual(executions.map(() => undefined));
		const emails = executions.flatMap(({ output }) => z.array(createdEmail).parse(output[CREATE]));
		expect(emails.map(({ email }) => email).sort()).toEqual(batches.flat().sort());

		const creations = (await service.requests()).filter(
			({ method, status }) => method === 'POST' && status === 201,
		);
		const created = creations.map(({ body }) => createdEmail.parse(JSON.parse(body)).email);
		expect(created.sort()).toEqual(batches.flat().sort());
		expect(await service.violations()).toEqual([]);

		for (const log of workerLogs) expect(executedBy(log)).not.toEqual([]);
	});

	test('Stop If More Revoked Than counts each execution of Revoke Access separately, on any worker', async () => {
		const { service } = instance;
		const [first = [], second = []] = batches;
		const parameters = {
			operation: 'revokeAccess',
			customer: { __rl: true, mode: 'email', value: EMAIL },
			product: byId(PRODUCT),
			options: { stopIfMoreRevokedThan: String(CUSTOMERS_IN_A_BATCH - 1) },
		};
		const revoke = packageNode('customer', 'Revoke', parameters, credentials.videoSubscriptionApi);
		const id = await publishBulk('limit', revoke);
		const removals = async () =>
			(await service.requests()).filter(({ method }) => method === 'DELETE').length;

		const stopped = await executeBulk(id, 'limit', [first, second]);
		for (const { error } of stopped) {
			expect(error).toContain(`Stopped: ${CUSTOMERS_IN_A_BATCH} customers would have lost access`);
		}
		expect(await removals()).toBe(0);

		const few = first.slice(0, 3);
		const all = await executeBulk(id, 'limit', [few]);
		const passed = all.filter(({ error }) => error === undefined);
		expect(only(passed).output.Revoke).toMatchObject(few.map(() => ({ outcome: 'revoked' })));
		expect(await removals()).toBe(few.length);
	});

	test('four Sync Access of one product at once leave one state, and create each person once', async () => {
		const { service } = instance;
		const list = Array.from({ length: 40 }, (_, index) => `sync.${index}@example.com`);
		const sync = (name: string, dryRun: boolean) =>
			publishBulk(
				name,
				packageNode(
					'customer',
					'Sync',
					{
						operation: 'syncAccess',
						product: byId(PRODUCT),
						email: EMAIL,
						dryRun,
						stopIfMoreRevokedThan: '100%',
						stopIfMoreGrantedThan: String(list.length),
					},
					credentials.videoSubscriptionApi,
				),
			);
		const running = await executeBulk(await sync('sync', false), 'sync', [list, list, list, list]);
		expect(running.map(({ error }) => error)).toEqual(running.map(() => undefined));
		const created = (await service.requests())
			.filter(
				({ method, path, status }) => method === 'POST' && path === '/customers' && status === 201,
			)
			.map(({ body }) => createdEmail.parse(JSON.parse(body)).email)
			.filter((email) => email.startsWith('sync.'));
		expect(created.sort()).toEqual([...list].sort());

		const [checked] = await executeBulk(await sync('sync-check', true), 'sync-check', [list]);
		expect(checked?.error).toBeUndefined();
		expect(checked?.output.Sync ?? []).toEqual([]);
	});

	test('the main instance polls, and a worker executes what the trigger emits', async () => {
		const { api, service, workerLogs } = instance;
		const id = await publish(api, 'customerCreated', credentials.videoSubscriptionOAuth2Api);
		const customer = await newCustomer(service);
		await expect.poll(async () => await emitted(api, id), EVENT_ARRIVAL).toEqual([customer]);
		const execution = only(await api.executions(id));
		expect(workerLogs.flatMap(executedBy)).toContain(execution.id);
		await api.deactivate(id);
	});

	test('a customer survives a kill of the main instance during the poll', async () => {
		const { api, service } = instance;
		const id = await publish(api, 'customerCreated', credentials.videoSubscriptionApi);
		await firstPolls(service, 1);
		await holdRequests(service, 1);
		const customer = await newCustomer(service);
		await instance.kill();
		await instance.restart();
		await expect.poll(async () => await emittedOnce(api, id), AFTER_KILL).toEqual([customer]);
		await api.deactivate(id);
	});
});
