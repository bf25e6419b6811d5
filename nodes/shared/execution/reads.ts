import type { IDataObject } from 'n8n-workflow';

import { assertPassable, InvalidResponseError, type ServiceResponse } from '../client/response';
import type { ItemRequest, RequestOverrides } from '../client/request';
import { isObject } from '../json';
import { outputMode, projection, requireData, requireRecord } from '../output/projection';
import type { RecordKind } from '../output/records';
import { once, type Operation } from './run';

export function getRecord(kind: RecordKind, sending?: RequestOverrides): Operation {
	return once(({ context }) => {
		const project = projection(context, kind);
		return (response) => [project(requireRecord(response, kind))];
	}, sending);
}

const SPLIT_ROWS = 'Ask for less at once: a shorter period, or more filters.';

/** Returns an operation that splits one response into rows. With the outputs Full and Raw it is the only item. */
export function getRows(
	rowsOf: (body: IDataObject, request: ItemRequest) => IDataObject[],
	read: (response: ServiceResponse, request: ItemRequest) => IDataObject = requireData,
): Operation {
	return once((request) => {
		const project = projection(request.context);
		const isWhole = ['full', 'raw'].includes(String(outputMode(request.context)));
		return (response) => {
			const body = read(response, request);
			const rows = isWhole ? [body] : rowsOf(body, request);
			assertPassable(rows.length, SPLIT_ROWS);
			return rows.map((row) => project(row));
		};
	});
}

export function getArray(kind: RecordKind): Operation {
	return once(({ context }) => {
		const project = projection(context, kind);
		return ({ body }) => {
			if (!Array.isArray(body) || !body.every(isObject)) {
				throw new InvalidResponseError(
					'The service answered without the list that was asked for',
					'Check that the Base URL of the credential is the address of the API, then try again.',
				);
			}
			assertPassable(body.length, SPLIT_ROWS);
			return body.map((record) => project(record));
		};
	});
}
