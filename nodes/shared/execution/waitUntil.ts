import {
	type IDataObject,
	type IExecuteSingleFunctions,
	type INodeProperties,
	NodeApiError,
} from 'n8n-workflow';

import { catchStatus, hasStatus, isUnusableError } from '../client/errors';
import { type Poll, pollUntil, type RetryPolicy } from '../client/retry';
import { cancelSignal, type ServiceRequest } from '../client/request';
import { send } from '../client/sender';
import { requireRecord } from '../output/projection';
import type { RecordKind } from '../output/records';
import { invalidParameter, parseNumber, quote } from '../parameters/values';

const MINUTE_MS = 60_000;

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
	const minutes = parseNumber(value);
	if (minutes !== undefined && minutes > 0) return minutes * MINUTE_MS;
	throw invalidParameter(
		'Timeout (Minutes)',
		`is not a number above 0: ${quote(value)}`,
		'Type how many minutes to wait at most, such as 30.',
	);
}

/** Formats milliseconds as minutes. */
export function inMinutes(milliseconds: number): string {
	const minutes = milliseconds / MINUTE_MS;
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

type Pace<T> = Pick<Poll<T>, 'delayAfter' | 'totalMs' | 'minDelayMs'>;

/** Maximum duration of one request, so that a hanging one does not use up the wait. */
const REQUEST_DEADLINE_MS = 30_000;

/** Unusable responses after which a wait fails if there was no usable one: the Base URL may be wrong. */
const MAX_UNUSABLE = 3;

/**
 * Polls a record until `look` returns a value. `look` gets `undefined` when the service itself answers 404. A response
 * that proves nothing (a web page, a 404 of a proxy, another record) is ignored, and the next request decides
 * (docs/service.md, What a response proves).
 */
export async function waitUntil<T>(
	context: IExecuteSingleFunctions,
	request: ServiceRequest,
	{ kind, ...pace }: Pace<T> & { kind: RecordKind },
	look: (record: IDataObject | undefined) => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
	const timeout = Math.min(request.options.timeout ?? REQUEST_DEADLINE_MS, REQUEST_DEADLINE_MS);
	const options = { ...request.options, timeout };
	let unusable = 0;
	let hasResponded = false;
	const lookOnce = async (retryPolicy: RetryPolicy) => {
		const sending = send(context, { ...request, options, retryPolicy });
		const response = await catchStatus(sending, ['404']);
		const record = response instanceof NodeApiError ? undefined : requireRecord(response, kind);
		hasResponded = true;
		return await look(record);
	};
	return await pollUntil({
		...pace,
		signal: cancelSignal(context),
		look: async (retryPolicy) =>
			await lookOnce(retryPolicy).catch((error: unknown) => {
				// The service's own 404 for the record is caught above.
				const isPassedOver = isUnusableError(error) || hasStatus(error, ['404']);
				if (isPassedOver && (hasResponded || ++unusable < MAX_UNUSABLE)) return undefined;
				throw error;
			}),
	});
}
