import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/request';
import { assertPassable, type HttpResponse, InvalidResponseError } from '../client/response';
import { isObject } from '../json';
import { outputMode, projection, requireData, requireRecord } from '../output/projection';
import type { RecordKind } from '../output/records';
import { type Operation, type OperationCall, singleRequest } from './run';

export function getRecord(kind: RecordKind, options?: RequestOptions): Operation {
	return singleRequest({
		options: { assertUsable: (response) => void requireRecord(response, kind), ...options },
		map: ({ context }) => {
			const project = projection(context, kind);
			return (response) => [project(requireRecord(response, kind))];
		},
	});
}

const SPLIT_ROWS = 'Request less at once: choose a shorter period, or add filters.';

/** Returns an operation that splits one response into rows. With the outputs Full and Raw it is the only item. */
export function getRows(
	rowsOf: (body: IDataObject, call: OperationCall) => IDataObject[],
	read: (response: HttpResponse, call: OperationCall) => IDataObject = requireData,
): Operation {
	return singleRequest({
		options: (call) => ({ assertUsable: (response) => void read(response, call) }),
		map: (call) => {
			const project = projection(call.context);
			const isWhole = ['full', 'raw'].includes(String(outputMode(call.context)));
			return (response) => {
				const body = read(response, call);
				const rows = isWhole ? [body] : rowsOf(body, call);
				assertPassable(rows.length, SPLIT_ROWS);
				return rows.map((row) => project(row));
			};
		},
	});
}

function requireRecords({ body }: HttpResponse): IDataObject[] {
	if (Array.isArray(body) && body.every(isObject)) return body;
	throw new InvalidResponseError(
		'The response of the service does not contain the requested list',
		'Check that the Base URL of the credential is the URL of the API, then try again.',
	);
}

export function getArray(kind: RecordKind): Operation {
	return singleRequest({
		options: { assertUsable: (response) => void requireRecords(response) },
		map: ({ context }) => {
			const project = projection(context, kind);
			return (response) => {
				const records = requireRecords(response);
				assertPassable(records.length, SPLIT_ROWS);
				return records.map((record) => project(record));
			};
		},
	});
}
