import { z } from 'zod';
import type {
	CredentialReference,
	N8nApi,
	WorkflowDefinition,
} from '../../../scripts/lib/n8nApi.mts';
import type { SimulatedService } from '../../../scripts/lib/service.mts';
import { OFTEN, packageNode, triggered } from './workflows.mts';

const TRIGGER = 'Trigger';

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
	const parameters = { event, pollTimes: OFTEN };
	return triggered(event, packageNode('videoSubscriptionTrigger', TRIGGER, parameters, credential));
}

/** The ids of the records that a workflow's trigger has emitted, in their order. */
export async function emitted(api: N8nApi, workflowId: string): Promise<number[]> {
	const records = await api.emitted(workflowId, TRIGGER);
	return emittedSchema.parse(records).map(({ id }) => id);
}

/** Lets a customer appear. @returns its id */
export async function newCustomer(service: SimulatedService): Promise<number> {
	const { ids } = idsSchema.parse(await service.control('POST', 'customers', { count: 1 }));
	return ids[0];
}

/** Lets a video appear that is being processed, and finishes it. @returns its id */
export async function newUpload(service: SimulatedService): Promise<number> {
	const { ids } = idsSchema.parse(
		await service.control('POST', 'videos', { title: 'New', status: 'processing' }),
	);
	await service.control('POST', `videos/${ids[0]}/finish`);
	return ids[0];
}

const commentSchema = z.object({ id: z.number() });
const videosSchema = z.object({
	_embedded: z.object({ videos: z.array(z.object({ id: z.number() })) }),
});

/** Lets a comment appear on some video. @returns its id */
export async function newComment(service: SimulatedService): Promise<number> {
	const { videos } = videosSchema.parse(await service.read('/videos?per_page=1'))._embedded;
	const comment = await service.control('POST', 'comments', {
		videoId: videos[0].id,
		content: 'Hello',
	});
	return commentSchema.parse(comment).id;
}
