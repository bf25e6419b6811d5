import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { startInstance, type Instance } from '../../scripts/lib/instance.mts';
import { triggered } from '../../scripts/lib/workflows.mts';
import { updateCredential } from './kit/api.mts';
import { createCredentials, type Credentials } from './kit/credentials.mts';
import { SCHEDULERS, testedSchedulers } from './kit/schedulers.mts';
import { useSharedInstance } from './kit/sharedInstance.mts';
import {
	EVENT_ARRIVAL,
	emitted,
	firstPolls,
	newCustomer,
	OFTEN_TWICE,
	prepareEvent,
	publish,
	triggerNode,
	triggerWorkflow,
} from './kit/trigger.mts';

/** After a refusal the durable scheduler waits for a back-off of a minute, then of two. */
const AFTER_BACK_OFF = { timeout: 240_000, interval: 2000 };

describe.each(testedSchedulers)('under the %s scheduler', (scheduler) => {
	let instance: Instance;
	let credentials: Credentials;

	beforeAll(async () => {
		instance =
			scheduler === 'in-memory'
				? await useSharedInstance('trigger')
				: await startInstance(`trigger-${scheduler}`, SCHEDULERS[scheduler]);
		credentials = await createCredentials(instance);
	});

	afterAll(async () => await instance?.stop());

	const wrongKey = async () =>
		await instance.api.createCredential('Wrong key', 'videoSubscriptionApi', {
			...instance.service.credentials.videoSubscriptionApi,
			apiKey: 'a-wrong-key',
		});

	test('publishing with a wrong key fails at once and names the credential', async () => {
		const { api } = instance;
		const id = await api.createWorkflow(triggerWorkflow('customerCreated', await wrongKey()));
		const refusal = await api.activate(id).then(
			() => '',
			(error: Error) => error.message,
		);
		expect(refusal).toMatch(/did not accept the credential/);
		expect(refusal).not.toContain('a-wrong-key');
		await api.deactivate(id);
	});

	test('each event starts one execution, and only in its own workflow', async () => {
		const { api, service } = instance;
		// Everything is prepared before any trigger can see it.
		const prepared = await Promise.all(
			EVENT_TYPES.map(async (event) => ({ event, happen: await prepareEvent(event, service) })),
		);
		const published: Array<{ happen: () => Promise<number>; id: string }> = [];
		// One after the other: n8n gives up publishing that takes long.
		for (const { event, happen } of prepared) {
			published.push({ happen, id: await publish(api, event, credentials.videoSubscriptionApi) });
		}
		const records: number[][] = [];
		for (const { happen } of published) records.push([await happen()]);
		const all = async () =>
			await Promise.all(published.map(async ({ id }) => await emitted(api, id)));
		await expect.poll(all, EVENT_ARRIVAL).toEqual(records);
		expect(await service.violations()).toEqual([]);
		for (const { id } of published) await api.deactivate(id);
		expect(await all()).toEqual(records);
	});

	test('each event comes once with two triggers in a workflow, and with two poll times due together', async () => {
		const { api, service } = instance;
		const { videoSubscriptionApi: credential } = credentials;
		const nodes = [
			triggerNode('customerCreated', credential),
			triggerNode('productAdded', credential, { name: 'Other' }),
		];
		const two = await api.createWorkflow({ name: 'Two triggers', nodes, connections: {} });
		const often = triggerNode('customerCreated', credential, { pollTimes: OFTEN_TWICE });
		const twice = await api.createWorkflow(triggered('Poll times due together', often));
		for (const id of [two, twice]) await api.activate(id);
		await firstPolls(service, 3);
		const all = async () => [
			await emitted(api, two),
			await emitted(api, two, 'Other'),
			await emitted(api, twice),
		];
		const ids: number[] = [];
		for (let customers = 0; customers < 4; customers++) {
			ids.push(await service.add('customers', { products: [101] }));
			await expect.poll(all, EVENT_ARRIVAL).toEqual([ids, ids, ids]);
		}
		// What is repeated comes with the next polls.
		await sleep(35_000);
		expect(await all()).toEqual([ids, ids, ids]);
		for (const id of [two, twice]) await api.deactivate(id);
	});

	test('a customer who is created while the workflow is unpublished arrives when it is published again', async () => {
		const { api, service } = instance;
		const id = await publish(api, 'customerCreated', credentials.videoSubscriptionOAuth2Api);
		const before = await newCustomer(service);
		await expect.poll(async () => await emitted(api, id), EVENT_ARRIVAL).toEqual([before]);
		await api.deactivate(id);
		const meanwhile = await newCustomer(service);
		await api.activate(id);
		await expect
			.poll(async () => await emitted(api, id), EVENT_ARRIVAL)
			.toEqual([before, meanwhile]);
		await api.deactivate(id);
	});

	test.each([401, 403])('one %i delays no event', async (status) => {
		const { api, service } = instance;
		const id = await publish(api, 'customerCreated', credentials.videoSubscriptionApi);
		const refused = async () =>
			(await service.requests()).filter((request) => request.status === status).length;
		await service.forgetRequests();
		await service.control('POST', 'faults', { match: { path: '/customers' }, status });
		await expect.poll(refused, EVENT_ARRIVAL).toBe(1);
		const customer = await newCustomer(service);
		await expect.poll(async () => await emitted(api, id), EVENT_ARRIVAL).toEqual([customer]);
		await api.deactivate(id);
	});

	test('polling continues within minutes after a wrong key has been corrected', async () => {
		const { api, service } = instance;
		const { videoSubscriptionApi: right } = service.credentials;
		const credential = await api.createCredential('Rotated', 'videoSubscriptionApi', right);
		const id = await publish(api, 'customerCreated', credential);
		await updateCredential(api, credential, { ...right, apiKey: 'a-wrong-key' });
		const failed = async () =>
			(await api.executions(id)).filter(({ status }) => status === 'error');
		await expect.poll(async () => (await failed()).length, EVENT_ARRIVAL).toBeGreaterThan(0);
		const [failure] = await failed();
		expect((await api.execution(failure?.id ?? '')).error).toMatch(/did not accept the credential/);
		const customer = await newCustomer(service);
		await updateCredential(api, credential, right);
		await expect.poll(async () => await emitted(api, id), AFTER_BACK_OFF).toEqual([customer]);
		await api.deactivate(id);
	});
});
