import { type IDataObject, NodeApiError, UserError } from 'n8n-workflow';

import type { RequestOptions, ServiceRequest } from '../client/request';
import type { HttpResponse } from '../client/response';
import { TEST_FIELDS } from '../client/testMode';
import { bodyOf } from '../data/json';
import { affectedIds } from '../output/affectedIds';
import { outputMode, projection } from '../output/projection';
import { recordIn } from '../output/recordIn';
import type { RecordKind } from '../output/records';
import {
	type HandlerOptions,
	operation,
	type Operation,
	type OperationCall,
	optionsFor,
	type RequestOptionsFor,
} from './operation';

interface SingleRequest extends Pick<HandlerOptions, 'validate' | 'pathOf'> {
	/** Runs before the request is sent and may reject it. Returns the function that extracts the records. */
	map: (call: OperationCall) => (response: HttpResponse) => IDataObject[];
	options?: RequestOptions | RequestOptionsFor | undefined;
	/** Returns the error to throw for a failed request: the same error, or one with a clearer text. */
	explain?: ((call: OperationCall, failure: NodeApiError) => Promise<NodeApiError>) | undefined;
}

/** Returns the operation that sends one request. A failure is thrown unchanged when `explain` fails itself. */
export function singleRequest(request: SingleRequest): Operation {
	const { map, options = {}, explain, validate, pathOf } = request;
	const handler = async (call: OperationCall) => {
		const recordsIn = map(call);
		const sent = call.client.send(call.request, optionsFor(options, call));
		const response = await sent.catch(async (error: unknown) => {
			throw explain && error instanceof NodeApiError
				? await explain(call, error).catch(() => error)
				: error;
		});
		const records = recordsIn(response);
		if (!response.isTest || outputMode(call.context) === 'raw') return records;
		return records.map((record) => ({ ...TEST_FIELDS, ...record }));
	};
	const { idempotent } = typeof options === 'function' ? {} : options;
	return operation(handler, { validate, idempotent, pathOf });
}

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
export function updateRecord(
	kind: RecordKind,
	{ pathOf }: Pick<HandlerOptions, 'pathOf'> = {},
): Operation {
	return singleRequest({ map: recordOrSuccess(kind), validate: assertFieldsToUpdate, pathOf });
}

/** Returns an operation that writes, whose item is `success` with the ids of the affected resources. */
export function write(
	options?: RequestOptions | RequestOptionsFor,
	{ pathOf }: Pick<HandlerOptions, 'pathOf'> = {},
): Operation {
	return singleRequest({
		options,
		pathOf,
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
