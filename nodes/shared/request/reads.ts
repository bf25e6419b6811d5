import type { IDataObject } from 'n8n-workflow';

import type { RequestOptions } from '../client/request';
import { type HttpResponse, InvalidResponseError } from '../client/response';
import { bodyOf, isObject } from '../data/json';
import { outputMode, projection } from '../output/projection';
import { recordCheck, requireData } from '../output/recordIn';
import type { RecordKind } from '../output/records';
import { type HandlerOptions, operation, type Operation, type OperationCall } from './operation';
import { assertPassable } from './passable';

/** Returns an operation that reads the record in the path. */
export function getRecord(
	kind: RecordKind,
	options?: RequestOptions,
	{ pathOf }: Pick<HandlerOptions, 'pathOf'> = {},
): Operation {
	return operation(
		async ({ context, client, request }) => {
			const project = projection(context, kind);
			const response = await client.send(request, { assertUsable: recordCheck(kind), ...options });
			return [project(bodyOf(response))];
		},
		{ pathOf, idempotent: options?.idempotent },
	);
}

const SPLIT_ROWS = 'Request less at once: choose a shorter period, or add filters.';

/** Returns an operation that splits one response into rows. With the outputs Full and Raw it is the only item. */
export function getRows(
	rowsOf: (body: IDataObject, call: OperationCall) => IDataObject[],
	read: (response: HttpResponse, call: OperationCall) => IDataObject = requireData,
): Operation {
	return operation(async (call) => {
		const { context, client, request } = call;
		const project = projection(context);
		const isWhole = ['full', 'raw'].includes(outputMode(context));
		const assertUsable = (response: HttpResponse) => void read(response, call);
		const body = read(await client.send(request, { assertUsable }), call);
		const rows = isWhole ? [body] : rowsOf(body, call);
		assertPassable(rows.length, SPLIT_ROWS);
		return rows.map((row) => project(row));
	});
}

function requireRecords({ body }: HttpResponse): IDataObject[] {
	if (Array.isArray(body) && body.every(isObject)) return body;
	throw new InvalidResponseError(
		'The response of the service does not contain the requested list',
		'Check that the Base URL of the credential is the URL of the API, then try again.',
	);
}

/** Returns an operation whose response is an array of records, without pages. */
export function getArray(kind: RecordKind): Operation {
	return operation(async ({ context, client, request }) => {
		const project = projection(context, kind);
		const assertUsable = (response: HttpResponse) => void requireRecords(response);
		const records = requireRecords(await client.send(request, { assertUsable }));
		assertPassable(records.length, SPLIT_ROWS);
		return records.map((record) => project(record));
	});
}
