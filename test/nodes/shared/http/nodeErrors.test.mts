import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type * as NodeErrors from '../../../../nodes/shared/http/nodeErrors';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Outcome } from '../../../../nodes/shared/http/retryPolicy';
import { built } from '../../../kit/built.mts';

const { apiError } = built<typeof NodeErrors>('shared/http/nodeErrors');

const BASE = 'https://svc.test';

/** What n8n gives to an item, as far as an error needs it. */
function contextOf(authentication = 'apiKey'): IExecuteSingleFunctions {
	const context = {
		getNodeParameter: () => authentication,
		getNode: () => ({ id: '1', name: 'Node', parameters: { secret: 'in a parameter' } }),
		getCredentials: async () => ({ apiKey: 'key_1f6b', oauthTokenData: { access_token: 'tok_9' } }),
		getItemIndex: () => 3,
	};
	return context as unknown as IExecuteSingleFunctions;
}

const status = (code: number, body: unknown = {}, headers: IDataObject = {}): Outcome => ({
	kind: 'status',
	status: code,
	headers,
	body,
});

async function errorOf(
	outcome: Outcome,
	options: Partial<IHttpRequestOptions> = {},
	more: Partial<ServiceRequest> & { isUncertain?: boolean; authentication?: string } = {},
) {
	const { isUncertain, authentication, ...traits } = more;
	const request = { options: { method: 'GET' as const, baseURL: BASE, url: '/', ...options } };
	return await apiError(contextOf(authentication), { ...request, ...traits }, outcome, isUncertain);
}

describe('the headline', () => {
	it.each([
		['/customers/99999999', {}, 'No customer 99999999'],
		['/live_events/4', {}, 'No live event 4'],
		[
			'/customers/5/products',
			{ body: { product: `${BASE}/products/7` } },
			'No customer 5, or no product 7',
		],
		['/collections/5/items/77', {}, 'No collection 5, or no item 77'],
		['/live_events', { qs: { product: `${BASE}/products/7` } }, 'No product 7'],
		['/customers', {}, 'The service does not know what was asked for'],
	])('of a 404 names what is not there: %s', async (url, options, headline) => {
		expect((await errorOf(status(404), { url, ...options })).message).toBe(headline);
	});

	it('of a 404 says that the path of the Base URL is too much', async () => {
		const error = await errorOf(status(404), { url: '/customers', baseURL: `${BASE}/admin` });
		expect(error.message).toBe('Nothing was found at this Base URL: remove the path /admin');
	});

	it('holds the words of the service where they say more', async () => {
		const body = { message: ' Email has\nalready been taken ' };
		const error = await errorOf(status(422, body));
		expect(error.message).toBe('The service refused the values: Email has already been taken');
		expect(error.description).toBe('Correct the value that the service names. (HTTP 422)');
	});

	it('does not where they say the same', async () => {
		const error = await errorOf(status(401, { message: 'Unauthorized' }));
		expect(error.message).toBe('The service did not accept the credential');
		expect(error.description).toContain('The service says: "Unauthorized"');
	});

	it('is what the operation says a status means', async () => {
		const explanations = { 400: { cause: 'The position is too high', remedy: 'Choose less.' } };
		const error = await errorOf(status(400, { message: 'Bad' }), {}, { explanations });
		expect(error.message).toBe('The position is too high');
		expect(error.description).toBe('Choose less. (HTTP 400) The service says: "Bad"');
	});

	it('is not longer than anybody reads', async () => {
		const error = await errorOf(status(422, { message: 'x'.repeat(100_000) }));
		expect(error.message.length).toBeLessThan(600);
	});
});

describe('the description', () => {
	it('begins with what may have happened', async () => {
		const cut: Outcome = { kind: 'connection', code: 'ECONNRESET' };
		const put = await errorOf(cut, { method: 'PUT' }, { isUncertain: true });
		expect(put.description).toMatch(
			/^It may have been done all the same.*does no harm.*\(ECONNRESET\)$/,
		);
		const post = await errorOf(cut, { method: 'POST' }, { isUncertain: true });
		expect(post.description).toMatch(
			/^It may have been done all the same.*before you run this again/,
		);
		const own = await errorOf(cut, { method: 'POST' }, { isUncertain: true, ifLost: 'Look!' });
		expect(own.description).toMatch(/^Look! /);
		expect((await errorOf(cut)).description).not.toContain('may have');
	});

	it.each([401, 403])('of a refused write with OAuth2 names the scope: %i', async (code) => {
		const authentication = 'oAuth2';
		const write = await errorOf(status(code), { method: 'POST' }, { authentication });
		expect(write.description).toContain('Scope');
		const read = await errorOf(status(code), {}, { authentication });
		expect(read.description).not.toContain('Scope');
		const ofCustomer = { authentication, customerToken: 'theirs' };
		const theirs = await errorOf(status(code), { method: 'POST' }, ofCustomer);
		expect(theirs.description).not.toContain('Scope');
	});
});

it('tells n8n why, and which item it was', async () => {
	const limited = await errorOf(status(429, {}, { 'retry-after': '7' }));
	expect(limited).toMatchObject({ httpCode: '429', context: { itemIndex: 3 } });
	expect((await errorOf({ kind: 'connection', code: 'ETIMEDOUT' })).httpCode).toBe('none');
});

it('holds no secret: not of the credential, of the request, or of a parameter', async () => {
	const body = { message: 'key_1f6b tok_9 pass_77 theirs_5 client_8 in a parameter?' };
	const options = { body: { password: 'pass_77' }, qs: { client_secret: 'client_8' } };
	const error = await errorOf(status(422, body), options, { customerToken: 'theirs_5' });
	expect(error.message).toContain('[hidden] [hidden] [hidden] [hidden] [hidden]');
	const told = JSON.stringify([error, error.node]);
	for (const secret of ['key_1f6b', 'tok_9', 'pass_77', 'theirs_5', 'client_8']) {
		expect(told).not.toContain(secret);
	}
	expect(error.node.parameters).toEqual({});
});
