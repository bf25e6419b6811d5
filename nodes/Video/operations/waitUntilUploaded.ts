import {
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
	UserError,
} from 'n8n-workflow';

import { notice } from '../../shared/panel/notices';
import { timeoutField } from '../../shared/panel/runOptions';
import { timeoutOf, waitUntil } from '../../shared/request/waitUntil';
import { inMinutes } from '../../shared/values/durations';
import { projection } from '../../shared/output/projection';
import { operation, type OperationCall, route } from '../../shared/request/operation';
import { lastId } from '../../shared/request/writes';
import { readBoolean } from '../../shared/values/readers';
import { switchField } from '../../shared/panel/fields';

/** Milliseconds between requests: 5 s at first, for short videos, up to a minute. The service documents no pace. */
function delayAfter(requests: number): number {
	return Math.min(60_000, 5_000 * 1.5 ** (requests - 1));
}

type WaitResult = 'uploaded' | 'withoutSource' | 'deleted' | 'timedOut';

/** Returns the error for a wait that did not end with the upload. */
function notUploadedError(
	outcome: WaitResult,
	id: number,
	totalMs: number,
	status: unknown,
): UserError {
	if (outcome === 'deleted') {
		return new UserError(`No video ${id}`, {
			description: 'Check the ID. The video may have been deleted during its upload.',
		});
	}
	if (outcome === 'withoutSource') {
		return new UserError(`Video ${id} has no video file, so there is nothing to wait for`, {
			description: 'Enter its "Source URL" with Update, then wait again.',
		});
	}
	const statusNote = typeof status === 'string' ? `Its status is ${status}. ` : '';
	return new UserError(`The video was not uploaded within ${inMinutes(totalMs)}`, {
		description: `${statusNote}Check that the service can download the "Source URL", or raise "Timeout (Minutes)". A wrong "Source URL" can't be replaced: delete the video, and create it again.`,
	});
}

async function waitForOne(call: OperationCall): Promise<IDataObject> {
	const { context, request } = call;
	const totalMs = timeoutOf(context);
	const project = projection(context, 'video');
	const name = 'options.continueIfNotUploaded';
	const isOutcomeWanted = readBoolean(context, name, 'Continue if Not Uploaded', false);
	// The video as the latest usable response showed it.
	const latest: { video?: IDataObject } = {};
	const look = (video?: IDataObject): WaitResult | undefined => {
		if (!video) return 'deleted';
		latest.video = video;
		// The status of a video without a source is null.
		if (video.status === null) return 'withoutSource';
		return video.status === 'uploaded' ? 'uploaded' : undefined;
	};
	const pace = { kind: 'video' as const, delayAfter, totalMs };
	const outcome = (await waitUntil(call, pace, look)) ?? 'timedOut';
	const id = lastId(request.path);
	const { video } = latest;
	if (outcome !== 'uploaded' && !isOutcomeWanted) {
		throw notUploadedError(outcome, id, totalMs, video?.status);
	}
	return video ? project(video, { outcome }) : { outcome, id };
}

export const option: INodePropertyOptions = {
	name: 'Wait Until Uploaded',
	value: 'waitUntilUploaded',
	action: 'Wait until a video is uploaded',
	description: 'Wait until the service has processed a video, then retrieve it',
	routing: route(
		{ method: 'GET', url: '/videos/:video' },
		operation(async (call) => [await waitForOne(call)]),
	),
};

export const fields = (): INodeProperties[] => [
	timeoutField(60, 'How long to wait before the node stops with an error'),
	notice(
		'waitUntilUploadedNotice',
		"The execution runs while it waits. For uploads that take hours, use the trigger's Upload Completed event instead.",
	),
];

export const output = 'video';
export const addsOutcome = true;

export const options = (): INodeProperties[] => [
	switchField(
		'Continue if Not Uploaded',
		'continueIfNotUploaded',
		'Whether to return an item with the outcome timedOut, deleted or withoutSource instead of an error',
	),
];
