import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { MINUTE_MS } from '../concurrency/clock';
import { cancelSignal } from '../client/context';
import { type PollOptions, pollUntil } from '../client/pollUntil';
import type { RequestOptions } from '../client/request';
import { bodyOf } from '../json';
import { recordCheck } from '../output/projection';
import type { RecordKind } from '../output/records';
import type { OperationCall } from './operation';
import { requireMinutes } from '../values/minutes';

export function timeoutField(minutes: number, description: string): INodeProperties {
	return {
		displayName: 'Timeout (Minutes)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: minutes,
		required: true,
		description,
	};
}

export function timeoutOf(context: IExecuteSingleFunctions): number {
	const value: unknown = context.getNodeParameter('timeout', null);
	const remedy = 'Enter the maximum number of minutes to wait, such as 30.';
	return requireMinutes(value, 'Timeout (Minutes)', remedy);
}

/** Formats milliseconds as minutes. */
export function inMinutes(milliseconds: number): string {
	const minutes = milliseconds / MINUTE_MS;
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
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
