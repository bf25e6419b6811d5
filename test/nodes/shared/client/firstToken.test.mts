import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';

import type * as AttemptModule from '../../../../nodes/shared/client/transport';
import type { AttemptResult } from '../../../../nodes/shared/client/retry';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { withFirstToken } = built<typeof AttemptModule>('shared/client/transport');

const DONE: AttemptResult = { response: { status: 200, headers: {}, body: {} } };
const NO_TOKEN: AttemptResult = {
	outcome: { kind: 'status', status: 401, headers: {}, body: {}, isUnsent: true },
};
let token: string | undefined;
let context: IExecuteSingleFunctions;
let accounts = 0;
beforeEach(() => {
	token = undefined;
	context = itemContext({ authentication: 'oAuth2', account: `first token ${accounts++}` });
	context.getCredentials = async <T extends object>() =>
		({ oauthTokenData: token === undefined ? undefined : { access_token: token } }) as T;
});

/** Starts three requests at once; each returns its result when it is sent. */
async function three(results: Array<() => AttemptResult | Promise<AttemptResult>>) {
	const requests = results.map(
		async (result) =>
			await withFirstToken(context, async () => {
				await new Promise(setImmediate);
				return await result();
			}),
	);
	return await Promise.allSettled(requests);
}

const valuesOf = (results: Array<PromiseSettledResult<AttemptResult>>) =>
	results.map((result) => (result.status === 'fulfilled' ? result.value : 'rejected'));

const fetched = (result: AttemptResult) => () => {
	token = 'token';
	return result;
};

it('a first request that throws does not make the waiting requests fail', async () => {
	const cancelled = async () => await Promise.reject(new Error('cancelled'));
	const results = await three([cancelled, fetched(DONE), () => DONE]);
	expect(valuesOf(results)).toEqual(['rejected', DONE, DONE]);
});

it('a missing token fails no other request when one of them has fetched it meanwhile', async () => {
	const results = await three([fetched(NO_TOKEN), () => DONE, () => DONE]);
	expect(valuesOf(results)).toEqual([NO_TOKEN, DONE, DONE]);
});
