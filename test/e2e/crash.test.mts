import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCredentials, startInstance } from '../../scripts/lib/instance.mts';
import type { Instance } from '../../scripts/lib/instance.mts';
import { ARRIVAL, emitted, newCustomer, triggerWorkflow } from './kit/trigger.mts';

let instance: Instance;
let workflow: string;

beforeAll(async () => {
	instance = await startInstance('crash');
	const { videoSubscriptionApi } = await createCredentials(instance);
	workflow = await instance.api.createWorkflow(
		triggerWorkflow('customerCreated', videoSubscriptionApi),
	);
	await instance.api.activate(workflow);
});

afterAll(async () => await instance?.stop());

const arrived = async () => await emitted(instance.api, workflow);

test('nothing is lost when n8n is killed between two polls', async () => {
	const { service } = instance;
	const before = await newCustomer(service);
	await expect.poll(arrived, ARRIVAL).toContain(before);
	await instance.kill();
	const whileDown = await newCustomer(service);
	await instance.restart();
	await expect.poll(arrived, ARRIVAL).toContain(whileDown);
});

test('nothing is lost when n8n is killed during a poll', async () => {
	const { service } = instance;
	await service.forgetRequests();
	await service.control('POST', 'faults', {
		match: { method: 'GET', path: '/customers' },
		kind: 'timeout',
		times: 1,
	});
	const customer = await newCustomer(service);
	const isHeld = async () =>
		(await service.requests()).some(({ path, status }) => path === '/customers' && status === null);
	await expect.poll(isHeld, ARRIVAL).toBe(true);
	await instance.kill();
	await instance.restart();
	await expect.poll(arrived, ARRIVAL).toContain(customer);
	expect(await service.violations()).toEqual([]);
});
