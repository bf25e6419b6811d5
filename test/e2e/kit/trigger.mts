import { z } from 'zod';

import { isResourceName, RESOURCES } from '../../../nodes/shared/resources/resources.ts';
import { events, type EventType } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import type {
	CredentialReference,
	N8nApi,
	WorkflowDefinition,
} from '../../../scripts/lib/n8nApi.mts';
import type { ServiceProcess } from '../../../scripts/lib/service.mts';
import { byId, OFTEN, packageNode, triggered } from '../../../scripts/lib/workflows.mts';
import { only } from '../../kit/defined.mts';

const TRIGGER = 'Trigger';

/** A product of the simulated service. */
const PRODUCT = 101;

const OF_A_PRODUCT = ['liveEventCreated', 'productAdded', 'productRemoved'];

/** Longer than any poll is away, with time for the execution. */
export const ARRIVAL = { timeout: 60_000, interval: 1000 };

const idsSchema = z.object({ ids: z.array(z.number()) });
const emittedSchema = z.array(
	z.looseObject({
		id: z.number(),
		event: z.object({ id: z.string(), type: z.string(), occurredAt: z.string() }),
	}),
);

/** A workflow of the package's trigger alone, which polls every ten seconds. */
export function triggerWorkflow(
	event: string,
	credential: CredentialReference,
): WorkflowDefinition {
	const parameters = {
		event,
		...(OF_A_PRODUCT.includes(event) && { product: byId(PRODUCT) }),
		pollTimes: OFTEN,
	};
	return triggered(event, packageNode('videoSubscriptionTrigger', TRIGGER, parameters, credential));
}

/** The ids of the records that a workflow's trigger has emitted, in their order. */
export async function emitted(api: N8nApi, workflowId: string): Promise<number[]> {
	const records = await api.emitted(workflowId, TRIGGER);
	return emittedSchema.parse(records).map(({ id }) => id);
}

/** Lets a record appear in a list. @returns its id */
async function added(service: ServiceProcess, list: string, given: object): Promise<number> {
	return only(idsSchema.parse(await service.control('POST', list, given)).ids);
}

/** Lets a customer appear. @returns its id */
export const newCustomer = async (service: ServiceProcess) => await added(service, 'customers', {});

/** A video with this status that viewers cannot watch yet. @returns its id */
const heldBack = async (service: ServiceProcess, status: string) =>
	await added(service, 'videos', { status, timeAvailable: '2999-01-01T00:00:00Z' });

/** Lets a video appear that is being processed, and finishes it: an upload, not yet published. @returns its id */
export async function newUpload(service: ServiceProcess): Promise<number> {
	const id = await heldBack(service, 'processing');
	await service.control('POST', `videos/${id}/finish`);
	return id;
}

const listSchema = z.object({
	_embedded: z.record(z.string(), z.array(z.object({ id: z.number() }))),
});

/** The first record of a list, by the plural name under `_embedded`. */
async function firstOf(service: ServiceProcess, key: string): Promise<number> {
	const { _embedded } = listSchema.parse(await service.read(`/${key}?per_page=1`));
	return only(_embedded[key]).id;
}

/** Lets a comment appear on some video. @returns its id */
export async function newComment(service: ServiceProcess): Promise<number> {
	return await added(service, 'comments', { videoId: await firstOf(service, 'videos') });
}

/**
 * Lets a customer appear who has no product: whose status changes, loses none.
 *
 * @returns lets the customer pause, and gives the customer's id
 */
export async function prepareStatus(service: ServiceProcess) {
	const id = await newCustomer(service);
	return async () => {
		await service.control('POST', `customers/${id}/status`, { status: 'paused' });
		return id;
	};
}

/** Lets a record of the kind that an event has appear in its list. @returns its id */
export function newRecordOf(event: EventType) {
	const { record } = events[event];
	const list = isResourceName(record) ? RESOURCES[record].segment : record;
	return async (service: ServiceProcess) => await added(service, list, {});
}

/**
 * Lets an uploaded video appear that is held back.
 *
 * @returns lets viewers watch it, and gives its id
 */
export async function prepareVideo(service: ServiceProcess) {
	const id = await heldBack(service, 'uploaded');
	return async () => {
		const always = { timeAvailable: null, timeUnavailable: null };
		await service.control('POST', `videos/${id}/availability`, always);
		return id;
	};
}

/**
 * Lets a customer appear who has no product.
 *
 * @returns gives the customer access to a product, and the customer's id
 */
export async function prepareCustomer(service: ServiceProcess) {
	const id = await newCustomer(service);
	return async () => {
		await service.control('POST', `customers/${id}/products`, { productId: PRODUCT });
		return id;
	};
}

/**
 * Lets a customer appear who has a product.
 *
 * @returns takes it away, and gives the customer's id
 */
export async function prepareSubscriber(service: ServiceProcess) {
	const id = await newCustomer(service);
	await service.control('POST', `customers/${id}/products`, { productId: PRODUCT });
	return async () => {
		await service.control('DELETE', `customers/${id}/products`);
		return id;
	};
}
