import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { createCredentials, startInstance } from '../../scripts/lib/instance.mts';
import type { Credentials, Instance } from '../../scripts/lib/instance.mts';
import {
	ARRIVAL,
	emitted,
	newComment,
	newCustomer,
	newRecordOf,
	prepareStatus,
	newUpload,
	prepareCustomer,
	prepareSubscriber,
	prepareVideo,
	triggerWorkflow,
} from './kit/trigger.mts';

let instance: Instance;
let credentials: Credentials;

beforeAll(async () => {
	instance = await startInstance('trigger');
	credentials = await createCredentials(instance);
});

afterAll(async () => await instance?.stop());

test('a wrong key is said at once when the workflow is published', async () => {
	const { api, service } = instance;
	const wrong = { ...service.credentials.videoSubscriptionApi, apiKey: 'a-wrong-key' };
	const credential = await api.createCredential('Wrong key', 'videoSubscriptionApi', wrong);
	const id = await api.createWorkflow(triggerWorkflow('customerCreated', credential));
	const refusal = await api.activate(id).then(
		() => '',
		(error: Error) => error.message,
	);
	expect(refusal).toMatch(/did not accept the credential/);
	expect(refusal).not.toContain('a-wrong-key');
	await api.deactivate(id);
});

test('every event arrives as executions on its own schedule, once', async () => {
	const { api, service } = instance;
	const happen: Partial<Record<EventType, ReturnType<typeof newRecordOf>>> = {
		customerCreated: newCustomer,
		customerStatusChanged: await prepareStatus(service),
		commentCreated: newComment,
		productAdded: await prepareCustomer(service),
		productRemoved: await prepareSubscriber(service),
		uploadCompleted: newUpload,
		videoPublished: await prepareVideo(service),
	};
	const published = await Promise.all(
		EVENT_TYPES.map(async (event) => {
			const id = await api.createWorkflow(triggerWorkflow(event, credentials.videoSubscriptionApi));
			await api.activate(id);
			return { id, letHappen: happen[event] ?? newRecordOf(event) };
		}),
	);
	const records: number[][] = [];
	for (const { id, letHappen } of published) {
		const record = await letHappen(service);
		await expect.poll(async () => await emitted(api, id), ARRIVAL).toEqual([record]);
		records.push([record]);
	}
	expect(await service.violations()).toEqual([]);
	// Nor does what happens to others start a workflow.
	for (const { id } of published) await api.deactivate(id);
	expect(await Promise.all(published.map(async ({ id }) => await emitted(api, id)))).toEqual(
		records,
	);
});

test('what happens while the workflow is not published arrives after it is published again', async () => {
	const { api, service } = instance;
	const id = await api.createWorkflow(
		triggerWorkflow('customerCreated', credentials.videoSubscriptionOAuth2Api),
	);
	await api.activate(id);
	const before = await newCustomer(service);
	await expect.poll(async () => await emitted(api, id), ARRIVAL).toEqual([before]);
	await api.deactivate(id);
	const meanwhile = await newCustomer(service);
	await api.activate(id);
	await expect.poll(async () => await emitted(api, id), ARRIVAL).toEqual([before, meanwhile]);
	await api.deactivate(id);
});
