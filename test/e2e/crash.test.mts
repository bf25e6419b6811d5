import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { defined } from '../../scripts/lib/defined.mts';
import { startInstance, type OwnInstance } from '../../scripts/lib/instance.mts';
import { createCredentials, type Credentials } from './kit/credentials.mts';
import { SCHEDULERS, testedSchedulers } from './kit/schedulers.mts';
import {
	AFTER_KILL,
	EVENT_ARRIVAL,
	emittedOnce,
	firstPolls,
	holdRequests,
	newCustomer,
	prepareEvent,
	publish,
	publishOneByOne,
} from './kit/trigger.mts';

describe.each(testedSchedulers)('under the %s scheduler', (scheduler) => {
	let instance: OwnInstance;
	let credentials: Credentials;

	beforeAll(async () => {
		instance = await startInstance(`crash-${scheduler}`, SCHEDULERS[scheduler]);
		credentials = await createCredentials(instance);
	});

	afterAll(async () => await instance?.stop());

	const publishFor = async (event: string) =>
		await publish(instance.api, event, credentials.videoSubscriptionApi);

	/** Kills n8n as soon as it has the response to a poll, before it can have stored everything. */
	const killAfterResponse = async () => {
		const { service } = instance;
		await service.forgetRequests();
		const isAnswered = async () => (await service.requests()).some(({ status }) => status !== null);
		while (!(await isAnswered()));
		await instance.kill();
	};

	test('an event of each kind survives a kill during the poll that reads it, and so does a customer of the time without n8n', async () => {
		const { api, service } = instance;
		const prepared = await Promise.all(
			EVENT_TYPES.map(async (event) => ({ event, happen: await prepareEvent(event, service) })),
		);
		const published: Array<{ event: string; happen: () => Promise<number>; id: string }> = [];
		for (const { event, happen } of prepared) {
			published.push({ event, happen, id: await publishFor(event) });
		}
		await firstPolls(service, EVENT_TYPES.length);
		const before = await newCustomer(service);
		const created = defined(published.find(({ event }) => event === 'customerCreated'));
		await expect
			.poll(async () => await emittedOnce(api, created.id), EVENT_ARRIVAL)
			.toEqual([before]);
		await holdRequests(service, EVENT_TYPES.length);
		const records = await Promise.all(published.map(async ({ happen }) => await happen()));
		await instance.kill();
		const whileDown = await newCustomer(service);
		await service.control('DELETE', 'faults');
		await instance.restart();
		for (const [index, { event, id }] of published.entries()) {
			const record = defined(records[index]);
			const arrived = async () => await emittedOnce(api, id);
			await expect
				.poll(arrived, { ...AFTER_KILL, message: event })
				.toEqual(id === created.id ? [before, record, whileDown] : [record]);
			await api.deactivate(id);
		}
		expect(await service.violations()).toEqual([]);
	});

	test('a key that is refused while n8n restarts fails where people see it, and the trigger catches up', async () => {
		const { api, service } = instance;
		const id = await publishFor('customerCreated');
		await firstPolls(service, 1);
		await instance.kill();
		const refusal = { status: 401, body: '{"message":"Unauthorized"}', times: 100_000 };
		await service.control('POST', 'faults', refusal);
		await instance.restart();
		const statuses = async () => (await api.executions(id)).map(({ status }) => status);
		await expect.poll(statuses, AFTER_KILL).toContain('error');
		const whileRefused = await newCustomer(service);
		await service.control('DELETE', 'faults');
		const arrived = async () => await emittedOnce(api, id);
		// After a refusal the durable scheduler waits for a back-off of minutes.
		await expect.poll(arrived, { timeout: 240_000, interval: 2000 }).toEqual([whileRefused]);
		await api.deactivate(id);
	});

	test('customers who wait when n8n is killed each start an execution of their own, in order', async () => {
		const { api, service } = instance;
		const id = await publishOneByOne(api, 'customerCreated', credentials.videoSubscriptionApi);
		await firstPolls(service, 1);
		const customers: number[] = [];
		for (let count = 0; count < 5; count++) customers.push(await newCustomer(service));
		const arrived = async () => await emittedOnce(api, id);
		await expect.poll(arrived, EVENT_ARRIVAL).toEqual(customers.slice(0, 2));
		await instance.kill();
		await instance.restart();
		await expect.poll(arrived, AFTER_KILL).toEqual(customers);
		await api.deactivate(id);
	});

	test('events of three kinds that wait in one trigger when n8n is killed follow, and so does what happens without it', async () => {
		const { api, service } = instance;
		const events = ['customerCreated', 'commentCreated', 'uploadCompleted'] as const;
		const happen = await Promise.all(
			events.map(async (event) => await prepareEvent(event, service)),
		);
		const all = async () => {
			const records: number[] = [];
			for (const one of happen) {
				records.push(await one());
				// The service's times are in seconds, and the queue is in their order.
				await sleep(1100);
			}
			return records;
		};
		const id = await publishOneByOne(api, [...events], credentials.videoSubscriptionApi);
		await firstPolls(service, 3);
		const records = [...(await all()), ...(await all())];
		const arrived = async () => await emittedOnce(api, id);
		await expect.poll(async () => (await arrived()).length, EVENT_ARRIVAL).toBeGreaterThan(1);
		await instance.kill();
		records.push(...(await all()));
		await instance.restart();
		await expect
			.poll(async () => (await arrived()).toSorted(), AFTER_KILL)
			.toEqual(records.toSorted());
		await api.deactivate(id);
		expect(await service.violations()).toEqual([]);
	});

	// The in-memory scheduler has a gap of milliseconds there (docs/trigger-operations.md).
	test.runIf(scheduler === 'durable')(
		'a customer survives a kill between the response to a poll and the execution',
		async () => {
			const { api, service } = instance;
			const id = await publishFor('customerCreated');
			await firstPolls(service, 1);
			const customers: number[] = [];
			for (let round = 0; round < 2; round += 1) {
				customers.push(await newCustomer(service));
				await killAfterResponse();
				await instance.restart();
				await expect.poll(async () => await emittedOnce(api, id), AFTER_KILL).toEqual(customers);
			}
			await api.deactivate(id);
		},
	);
});
