import { type IDataObject, type IHttpRequestOptions, UserError } from 'n8n-workflow';

import { bodyOf } from '../json';
import { affectedIds } from '../output/affectedIds';
import { projection, recordIn } from '../output/projection';
import type { RecordKind } from '../output/records';
import type { RequestOverrides, RequestOverridesFor } from '../client/request';
import { type ExplainFailure, once, type Operation, type Prepare } from './run';

/** Whether a comment is on another video than the one that it was written on. */
function isOnAnotherVideo({ video_id: id }: IDataObject, { videoId }: IDataObject): boolean {
	return typeof id === 'number' && typeof videoId === 'number' && id !== videoId;
}

/** Returns the record in the response to a write; without one, `success` with the ids of the affected resources. */
function recordOrSuccess(kind: RecordKind): Prepare {
	return ({ context, options }) => {
		const project = projection(context, kind);
		return (response) => {
			const ids = affectedIds(options);
			const record = recordIn(response, kind);
			const isOther = record && isOnAnotherVideo(record, ids);
			return [record && !isOther ? project(record) : { success: true, ...ids }];
		};
	};
}

/** Returns an operation that writes, with the items of {@link recordOrSuccess}. */
export function writeRecord(
	kind: RecordKind,
	sending?: RequestOverrides | RequestOverridesFor,
	explain?: ExplainFailure,
): Operation {
	return once(recordOrSuccess(kind), sending, explain);
}

/** Throws for an update without fields, to which the service would respond as to a change. */
function assertFieldsToUpdate(options: IHttpRequestOptions): void {
	if (Object.keys(bodyOf(options)).length > 0) return;
	throw new UserError('There is nothing to update', {
		description:
			'Add what is to change under Update Fields. A value that an expression gives as null or undefined is not sent; the empty text clears a field.',
	});
}

/** Returns an operation that changes fields of a record. */
export function updateRecord(kind: RecordKind): Operation {
	return once(recordOrSuccess(kind), {}, undefined, assertFieldsToUpdate);
}

/** Returns an operation that writes, whose item is `success` with the ids of the affected resources. */
export function write(sending?: RequestOverrides | RequestOverridesFor): Operation {
	return once(
		({ options }) =>
			() => [{ success: true, ...affectedIds(options) }],
		sending,
	);
}

/** @example lastId('/videos/5') // 5 */
export function lastId(url: string): number {
	return Number(url.slice(url.lastIndexOf('/') + 1));
}

/** Returns an operation that deletes the record in the path, whose item is `deleted` with the ID. */
export function remove(overrides: RequestOverridesFor): Operation {
	return once(
		({ options }) =>
			() => [{ deleted: true, id: lastId(options.url) }],
		overrides,
	);
}
