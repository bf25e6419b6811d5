import {
	updateDisplayOptions,
	NodeApiError,
	UserError,
	type IDataObject,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { pollUntil } from '../../shared/concurrency/pollUntil';
import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { inMinutes, timeoutField, timeoutOf } from '../../shared/fields/timeout';
import { orRefusal } from '../../shared/http/nodeErrors';
import { cancelSignal } from '../../shared/http/request';
import { send } from '../../shared/http/send';
import { recordOf, view } from '../../shared/operation/output';
import { handledBy, operation } from '../../shared/operation/run';

/** The service documents no pace: soon for a short video, seldom for a long one. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const GROWTH = 1.5;

/** A request that hangs must not outlast the wait. */
const ANSWER_MS = 30_000;

function pauseAfter(looks: number): number {
	return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** (looks - 1));
}

interface Seen {
	outcome: 'uploaded' | 'deleted' | 'timedOut';
	/** As it was seen last. */
	video: IDataObject;
}

async function waitUntilUploaded(
	context: IExecutePaginationFunctions,
	options: IHttpRequestOptions,
	totalMs: number,
): Promise<Seen> {
	let video: IDataObject = { id: Number(options.url.slice(options.url.lastIndexOf('/') + 1)) };
	const seen = await pollUntil({
		pauseAfter,
		totalMs,
		signal: cancelSignal(context),
		look: async (retryPolicy) => {
			const timeout = Math.min(options.timeout ?? ANSWER_MS, ANSWER_MS);
			const request = send(context, { options: { ...options, timeout }, retryPolicy });
			const answer = await orRefusal(request, ['404']);
			if (answer instanceof NodeApiError) return 'deleted' as const;
			video = recordOf(answer);
			return video.status === 'uploaded' ? ('uploaded' as const) : undefined;
		},
	});
	return { outcome: seen ?? 'timedOut', video };
}

/** Why a wait that did not end with the upload is an error. */
function failureOf({ outcome, video }: Seen, totalMs: number): UserError {
	if (outcome === 'deleted') {
		return new UserError('The video does not exist, or does not exist any more', {
			description: `Check the ID ${String(video.id)}: the video may have been deleted while its upload was waited for.`,
		});
	}
	return new UserError(`The video was not uploaded within ${inMinutes(totalMs)}`, {
		description: `Its status is ${String(video.status)}. Check that it has a source that the service can reach, or wait longer with Timeout.`,
	});
}

export const option: INodePropertyOptions = {
	name: 'Wait Until Uploaded',
	value: 'waitUntilUploaded',
	action: 'Wait until a video is uploaded',
	description: 'Wait until the service has processed a video, then retrieve it',
	routing: {
		request: { method: 'GET', url: '/videos/:video' },
		...handledBy(
			operation(async (context, options) => {
				const totalMs = timeoutOf(context);
				const show = view(context, 'video');
				const seen = await waitUntilUploaded(context, options, totalMs);
				const goesOn = context.getNodeParameter('options.continueIfNotUploaded', false) === true;
				if (seen.outcome !== 'uploaded' && !goesOn) throw failureOf(seen, totalMs);
				return [show(seen.video, { outcome: seen.outcome })];
			}),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['waitUntilUploaded'] } }, [
		locatorInPath('video'),
		timeoutField(60, 'How long to wait at most; then the node ends with an error'),
		{
			displayName:
				'The execution keeps running while it waits. Where a video may take hours, let the trigger of Video Subscription start a workflow when an upload is complete.',
			name: 'waitUntilUploadedNotice',
			type: 'notice',
			default: '',
		},
		...outputFields('video'),
		optionsField([
			{
				displayName: 'Continue if Not Uploaded',
				name: 'continueIfNotUploaded',
				type: 'boolean',
				default: true,
				description:
					'Whether to go on with an item whose outcome is timedOut or deleted, in place of an error',
			},
		]),
	]);
