import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/request';
import { assertPassable, InvalidResponseError, type ServiceResponse } from '../client/response';
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

const SPLIT_ROWS = 'Request less at once: a shorter period, or more filters.';

/** Returns an operation that splits one response into rows. With the outputs Full and Raw it is the only item. */
export function getRows(
	rowsOf: (body: IDataObject, call: OperationCall) => IDataObject[],
	read: (response: ServiceResponse, call: OperationCall) => IDataObject = requireData,
): Operation {
	return singleRequest({
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

export function getArray(kind: RecordKind): Operation {
	return singleRequest({
		map: ({ context }) => {
			const project = projection(context, kind);
			return ({ body }) => {
				if (!Array.isArray(body) || !body.every(isObject)) {
					throw new InvalidResponseError(
						'The response of the service does not contain the requested list',
						'Check that the Base URL of the credential is the URL of the API, then try again.',
					);
				}
				assertPassable(body.length, SPLIT_ROWS);
				return body.map((record) => project(record));
			};
		},
	});
}
