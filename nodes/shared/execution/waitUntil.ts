import { type IDataObject, type IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { catchStatus } from '../http/errors';
import { type Poll, pollUntil } from '../http/pollUntil';
import { cancelSignal, type ServiceRequest } from '../http/request';
import { send } from '../http/requestSender';
import { requireRecord } from '../output/projection';
import type { RecordKind } from '../output/records';

type Pace<T> = Pick<Poll<T>, 'delayAfter' | 'totalMs' | 'minDelayMs'>;

/** A request that hangs must not outlast the wait. */
const ANSWER_MS = 30_000;

/** Reads a record again and again until it is as `look` wants it, which gets `undefined` where there is none. */
export async function waitUntil<T>(
	context: IExecuteSingleFunctions,
	request: ServiceRequest,
	{ kind, ...pace }: Pace<T> & { kind: RecordKind },
	look: (record: IDataObject | undefined) => T | undefined,
): Promise<T | undefined> {
	const timeout = Math.min(request.options.timeout ?? ANSWER_MS, ANSWER_MS);
	const options = { ...request.options, timeout };
	return await pollUntil({
		...pace,
		signal: cancelSignal(context),
		look: async (retryPolicy) => {
			const sending = send(context, { ...request, options, retryPolicy });
			const answer = await catchStatus(sending, ['404']);
			return look(answer instanceof NodeApiError ? undefined : requireRecord(answer, kind));
		},
	});
}
