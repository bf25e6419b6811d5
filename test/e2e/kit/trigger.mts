import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';
import { z } from 'zod';

import { isResourceName, RESOURCES } from '../../../nodes/shared/ids/resources.ts';
import { events } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import type { EventType } from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import type {
	CredentialReference,
	N8nApi,
	WorkflowDefinition,
} from '../../../scripts/lib/n8nApi.mts';
import type { ServiceProcess } from '../../../scripts/lib/service.mts';
import { byId, packageNode, triggered } from '../../../scripts/lib/workflows.mts';
import { only } from '../../kit/defined.mts';

const TRIGGER = 'Trigger';

/** A product of the simulated service. */
const PRODUCT = 101;

const PRODUCT_EVENTS: string[] = ['liveEventCreated', 'productAdded', 'productRemoved'];

/** Longer than the time between three polls and an execution, also on a busy machine. */
export const EVENT_ARRIVAL = { timeout: 150_000, interval: 500 };

/** After a kill, the durable scheduler waits for the lease of the interrupted poll: up to a minute and a half. */
export const AFTER_KILL = { timeout: 180_000, interval: 1000 };

/** Longer than n8n takes to save the state after a poll. */
const SAVING_MS = 3000;

const emittedSchema = z.array(
	z.looseObject({
		id: z.number(),
		event: z.object({ id: z.string(), type: z.string(), occurredAt: z.string() }),
	}),
);

/** Poll times every ten seconds: six schedules, since n8n allows none shorter than a minute. */
export const OFTEN = {
	item: ['0', '10', '20', '30', '40', '50'].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

/** The same poll times as in {@link OFTEN}, each of them twice: two polls are due together. */
export const OFTEN_TWICE = {
	item: OFTEN.item.flatMap((time) => [
		time,
		{ ...time, cronExpression: time.cronExpression.replace(' *', ' */1') },
	]),
};

interface TriggerSettings {
	name?: string;
	pollTimes?: typeof OFTEN;
	options?: INodeParameters;
}

/** The package's trigger for one event or several, which polls every ten seconds. */
export function triggerNode(
	event: string | string[],
	credential: CredentialReference,
	{ name = TRIGGER, pollTimes = OFTEN, options = {} }: TriggerSettings = {},
) {
	const chosen = [event].flat();
	const needsProduct = chosen.some((one) => PRODUCT_EVENTS.includes(one));
	const product = needsProduct && { product: byId(PRODUCT) };
	const parameters = { events: chosen, ...product, pollTimes, options };
	return packageNode('videoSubscriptionTrigger', name, parameters, credential);
}

/** A workflow with only the package's trigger, which polls every ten seconds. */
export const triggerWorkflow = (
	event: string,
	credential: CredentialReference,
): WorkflowDefinition => triggered(event, triggerNode(event, credential));

/** Publishes a workflow with only the trigger, whose events are executions of their own, and returns its ID. */
export async function publishOneByOne(
	api: N8nApi,
	event: string | string[],
	credential: CredentialReference,
): Promise<string> {
	const options = { eventsPerExecution: 1 };
	const node = triggerNode(event, credential, { options });
	const id = await api.createWorkflow(triggered(`${[event].flat().join(', ')}, one by one`, node));
	await api.activate(id);
	return id;
}

/** Publishes a workflow with only the trigger and returns its ID. */
export async function publish(api: N8nApi, event: string, credential: CredentialReference) {
	const id = await api.createWorkflow(triggerWorkflow(event, credential));
	await api.activate(id);
	return id;
}

/**
 * Waits until published triggers have polled by schedule. Only then is the durable scheduler's state saved: a kill
 * before makes it start again from the restart.
 */
export async function firstPolls(service: ServiceProcess, triggers: number): Promise<void> {
	await service.forgetRequests();
	const answered = async () =>
		(await service.requests()).filter(({ status }) => status !== null).length;
	await expect.poll(answered, EVENT_ARRIVAL).toBeGreaterThanOrEqual(triggers);
	await sleep(SAVING_MS);
}

/** Holds the next requests, and waits until one of them is held. */
export async function holdRequests(service: ServiceProcess, times: number): Promise<void> {
	await service.forgetRequests();
	await service.control('POST', 'faults', { kind: 'timeout', times });
	const isHeld = async () => (await service.requests()).some(({ status }) => status === null);
	await expect.poll(isHeld, EVENT_ARRIVAL).toBe(true);
}

/** Returns the IDs of the records that a workflow's trigger has emitted, in order. */
export async function emitted(
	api: N8nApi,
	workflowId: string,
	trigger = TRIGGER,
): Promise<number[]> {
	const records = await api.emitted(workflowId, trigger);
	return emittedSchema.parse(records).map(({ id }) => id);
}

/** Returns the same without repeats of one `event.id`, which a kill allows. */
export async function emittedOnce(api: N8nApi, workflowId: string): Promise<number[]> {
	const records = emittedSchema.parse(await api.emitted(workflowId, TRIGGER));
	return [...new Map(records.map(({ id, event }) => [event.id, id])).values()];
}

export const newCustomer = async (service: ServiceProcess) => await service.add('customers', {});

/** Adds a video that viewers cannot watch yet. */
const addScheduledVideo = async (service: ServiceProcess, status: string) =>
	await service.add('videos', { status, timeAvailable: '2999-01-01T00:00:00Z' });

const listSchema = z.object({
	_embedded: z.object({ videos: z.array(z.object({ id: z.number() })) }),
});

/** Returns the ID of the first video. */
async function firstVideo(service: ServiceProcess): Promise<number> {
	const { _embedded } = listSchema.parse(await service.read('/videos?per_page=1'));
	return only(_embedded.videos).id;
}

/** Creates what an event needs beforehand. The returned function lets it happen and returns the record's ID. */
type Prepare = (service: ServiceProcess) => Promise<() => Promise<number>>;

const PREPARE: Partial<Record<EventType, Prepare>> = {
	commentCreated: async (service) => {
		const videoId = await firstVideo(service);
		return async () => await service.add('comments', { videoId });
	},
	// Without a product, so that the change of status fires no Product Removed as well.
	customerStatusChanged: async (service) => {
		const id = await newCustomer(service);
		return async () => {
			await service.control('PUT', `customers/${id}`, { status: 'paused' });
			return id;
		};
	},
	productAdded: async (service) => {
		const id = await newCustomer(service);
		return async () => {
			await service.control('PUT', `customers/${id}`, { products: [PRODUCT] });
			return id;
		};
	},
	productRemoved: async (service) => {
		const id = await service.add('customers', { products: [PRODUCT] });
		return async () => {
			await service.control('PUT', `customers/${id}`, { products: [] });
			return id;
		};
	},
	uploadCompleted: async (service) => async () => {
		const id = await addScheduledVideo(service, 'processing');
		await service.control('POST', `videos/${id}/finish`);
		return id;
	},
	videoPublished: async (service) => {
		const id = await addScheduledVideo(service, 'uploaded');
		return async () => {
			const always = { timeAvailable: null, timeUnavailable: null };
			await service.control('PUT', `videos/${id}`, always);
			return id;
		};
	},
};

/** Prepares an event; by default its record is added to the list that it reads. */
export async function prepareEvent(event: EventType, service: ServiceProcess) {
	const { record } = events[event];
	const list = isResourceName(record) ? RESOURCES[record].segment : record;
	return (await PREPARE[event]?.(service)) ?? (async () => await service.add(list, {}));
}
