import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { cancelSignal } from '../client/context';
import { type PollOptions, pollUntil } from '../client/pollUntil';
import type { RequestOptions } from '../client/request';
import { bodyOf } from '../data/json';
import { recordCheck } from '../output/recordIn';
import type { RecordKind } from '../output/records';
import type { OperationCall } from './operation';
import { requireMinutes } from '../values/durations';

export const TIMEOUT_FIELD = { name: 'timeout', displayName: 'Timeout (Minutes)' };

/** Reads how long to wait, in milliseconds. Throws for anything but a number above 0. */
export function timeoutOf(context: IExecuteSingleFunctions): number {
	const value: unknown = context.getNodeParameter(TIMEOUT_FIELD.name, null);
	const remedy = 'Enter the maximum number of minutes to wait, such as 30.';
	return requireMinutes(value, TIMEOUT_FIELD.displayName, remedy);
}

type Pace<T> = Pick<PollOptions<T>, 'delayAfter' | 'totalMs' | 'minDelayMs'>;

interface Wait<T> extends Pace<T> {
	kind: RecordKind;
	options?: RequestOptions;
}

/** Maximum duration of one request, so that a hanging one does not use up the wait. */
const REQUEST_DEADLINE_MS = 30_000;

/**
 * Polls a record until `look` returns a value. `look` gets `undefined` when the service itself answers 404; any other
 * response without the record is a failure, and repeated like a 503.
 */
export async function waitUntil<T>(
	{ context, client, request }: OperationCall,
	{ kind, options, ...pace }: Wait<T>,
	look: (record: IDataObject | undefined) => T | undefined,
): Promise<T | undefined> {
	return await pollUntil({
		...pace,
		signal: cancelSignal(context),
		look: async (retryPolicy) => {
			const response = await client.find(request.path, request.query, {
				...options,
				assertUsable: recordCheck(kind),
				retryPolicy,
				timeoutMs: REQUEST_DEADLINE_MS,
			});
			return look(response && bodyOf(response));
		},
	});
}
