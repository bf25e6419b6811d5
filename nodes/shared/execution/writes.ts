import { UserError } from 'n8n-workflow';

import type { RequestOptions, ServiceRequest } from '../client/request';
import { bodyOf } from '../json';
import { affectedIds } from '../output/affectedIds';
import { projection, recordIn } from '../output/projection';
import type { RecordKind } from '../output/records';
import { type Operation, type RequestOptionsFor, singleRequest } from './run';

type SingleRequest = Parameters<typeof singleRequest>[0];

/** Returns the record in the response to a write; without one, `success` with the ids of the affected resources. */
export const recordOrSuccess =
	(kind: RecordKind): SingleRequest['map'] =>
	({ context, request }) => {
		const project = projection(context, kind);
		return (response) => {
			const record = recordIn(response, kind);
			return [record ? project(record) : { success: true, ...affectedIds(request) }];
		};
	};

/** Returns an operation that writes, with the items of {@link recordOrSuccess}. */
export function writeRecord(
	kind: RecordKind,
	options?: RequestOptions | RequestOptionsFor,
	explain?: SingleRequest['explain'],
): Operation {
	return singleRequest({ map: recordOrSuccess(kind), options, explain });
}

/** Throws for an update without fields, to which the service would respond as to a change. */
function assertFieldsToUpdate(request: ServiceRequest): void {
	if (Object.keys(bodyOf(request)).length > 0) return;
	throw new UserError('There is nothing to update', {
		description:
			'Add what to change under "Update Fields". Blank values are not sent. To clear a field, choose it in the option "Clear Fields".',
	});
}

/** Returns an operation that changes fields of a record. */
export function updateRecord(kind: RecordKind): Operation {
	return singleRequest({ map: recordOrSuccess(kind), validate: assertFieldsToUpdate });
}

/** Returns an operation that writes, whose item is `success` with the ids of the affected resources. */
export function write(options?: RequestOptions | RequestOptionsFor): Operation {
	return singleRequest({
		options,
		map:
			({ request }) =>
			() => [{ success: true, ...affectedIds(request) }],
	});
}

/** @example lastId('/videos/5') // 5 */
export function lastId(path: string): number {
	return Number(path.slice(path.lastIndexOf('/') + 1));
}

/** Returns an operation that deletes the record in the path, whose item is `deleted` with the ID. */
export function remove(options?: RequestOptions): Operation {
	return singleRequest({
		options,
		map:
			({ request }) =>
			() => [{ deleted: true, id: lastId(request.path) }],
	});
}
