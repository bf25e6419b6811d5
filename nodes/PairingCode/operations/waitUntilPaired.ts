import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { timeoutField } from '../../shared/panel/runOptions';
import { timeoutOf, waitUntil } from '../../shared/request/waitUntil';
import { inMinutes } from '../../shared/values/durations';
import { withOAuthClient } from '../../shared/request/oauthClient';
import { projection } from '../../shared/output/projection';
import { route, operation } from '../../shared/request/operation';
import { readBoolean } from '../../shared/values/readers';
import { notice } from '../../shared/panel/notices';
import { switchField } from '../../shared/panel/fields';

/** How often a code may be polled, and how long it is valid (docs/developers/service.md, Limits). */
export const PAUSE_MS = 2_500;
export const MAX_RETRIES = 500;
export const LIFETIME_MS = 1_800_000;

/** Returns the error for a code that was not entered. Only the time shows that it expired: both responses are a 404. */
function notPairedError(totalMs: number): UserError {
	if (totalMs >= LIFETIME_MS) {
		return new UserError('The pairing code has expired', {
			description:
				'Create a new code and show it to the customer. Nobody entered this one within 30 minutes.',
		});
	}
	return new UserError(`Nobody entered the pairing code within ${inMinutes(totalMs)}`, {
		description:
			'Wait longer with "Timeout (Minutes)", or create a new code. A code is valid for 30 minutes.',
	});
}

export const option: INodePropertyOptions = {
	name: 'Wait Until Paired',
	value: 'waitUntilPaired',
	action: 'Wait until a pairing code is paired',
	description:
		'Wait until the customer has entered the code, then retrieve the access token and refresh token',
	routing: route(
		{ method: 'GET', url: '/oauth/codes/:code' },
		operation(async (call) => {
			const { context } = call;
			const totalMs = Math.min(timeoutOf(context), LIFETIME_MS);
			const project = projection(context, 'token');
			const name = 'options.continueIfNotPaired';
			const isOutcomeWanted = readBoolean(context, name, 'Continue if Not Paired', false);
			// A long wait is stretched over the number of retries that the service allows.
			const delayAfter = () => Math.max(PAUSE_MS, totalMs / MAX_RETRIES);
			const tokens = await waitUntil(
				call,
				{
					kind: 'token',
					delayAfter,
					totalMs,
					minDelayMs: PAUSE_MS,
					options: { authenticatesItself: true },
				},
				(record) => record,
			);
			if (tokens) return [project(tokens, { outcome: 'paired' })];
			if (!isOutcomeWanted) throw notPairedError(totalMs);
			const outcome = totalMs >= LIFETIME_MS ? 'expired' : 'timedOut';
			return [{ outcome, code: String(context.getNodeParameter('code')) }];
		}),
		[withOAuthClient('qs')],
	),
};

export const fields = (): INodeProperties[] => [
	timeoutField(
		20,
		'How long to wait before the node stops with an error. A code is valid for 30 minutes.',
	),
	notice(
		'waitUntilPairedNotice',
		'The execution runs while it waits. Show the code to the customer in an earlier node.',
	),
];

export const output = 'token';
export const addsOutcome = true;

export const options = (): INodeProperties[] => [
	switchField(
		'Continue if Not Paired',
		'continueIfNotPaired',
		'Whether to return an item with the outcome timedOut or expired instead of an error',
	),
];
