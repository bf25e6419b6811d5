import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { beforeEach, expect, it } from 'vitest';

import type * as AttemptModule from '../../../../nodes/shared/http/attempt';
import type { AttemptResult } from '../../../../nodes/shared/http/retryPolicy';
import { built } from '../../../kit/built.mts';
import { itemContext } from '../../../kit/itemContext.mts';

const { withFirstToken } = built<typeof AttemptModule>('shared/http/attempt');

const DONE: AttemptResult = { response: { status: 200, headers: {}, body: {} } };
const NO_TOKEN: AttemptResult = {
	outcome: { kind: 'status', status: 401, headers: {}, body: {}, isUnsent: true },
};
const REFUSED: AttemptResult = {
	outcome: { kind: 'status', status: 403, headers: {}, body: {} },
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

/** Three requests at once that end one after the other; each yields its result when its turn comes. */
async function three(results: Array<() => AttemptResult | Promise<AttemptResult>>) {
	let sent = 0;
	const requests = results.map(
		async (result) =>
			await withFirstToken(context, async () => {
				sent++;
				await new Promise(setImmediate);
				return await result();
			}),
	);
	return { results: await Promise.allSettled(requests), sent: () => sent };
}

const valuesOf = (results: Array<PromiseSettledResult<AttemptResult>>) =>
	results.map((result) => (result.status === 'fulfilled' ? result.value : 'rejected'));

const fetched = (result: AttemptResult) => () => {
	token = 'token';
	return result;
};

it('a refused token fails every request that waited for it', async () => {
	const { results, sent } = await three([() => NO_TOKEN, fetched(DONE), fetched(DONE)]);
	expect(valuesOf(results)).toEqual([NO_TOKEN, NO_TOKEN, NO_TOKEN]);
	expect(sent()).toBe(1);
});

it('the first request keeps any other failure to itself, and the next one fetches the token', async () => {
	const { results } = await three([() => REFUSED, fetched(DONE), () => DONE]);
	expect(valuesOf(results)).toEqual([REFUSED, DONE, DONE]);
});

it('a first request that throws does not make the waiting requests fail', async () => {
	const cancelled = async () => await Promise.reject(new Error('cancelled'));
	const { results } = await three([cancelled, fetched(DONE), () => DONE]);
	expect(valuesOf(results)).toEqual(['rejected', DONE, DONE]);
});

it('a missing token fails no other request when one of them has fetched it meanwhile', async () => {
	const { results } = await three([fetched(NO_TOKEN), () => DONE, () => DONE]);
	expect(valuesOf(results)).toEqual([NO_TOKEN, DONE, DONE]);
});
