import { describe, expect, it } from 'vitest';

import {
	explain,
	explainForeignNotFound,
	explainLostRemoval,
	explainNotFound,
	serviceMessage,
} from '../../../../nodes/shared/client/errorTexts';
import { InvalidResponseError } from '../../../../nodes/shared/client/response';

describe('explain', () => {
	const answered = (status: number) =>
		({ kind: 'status', status, headers: {}, body: undefined }) as const;

	it.each([
		[304, 'nothing has changed', 'Remove caching proxies'],
		[307, 'redirect', 'Redirects are not followed'],
		[399, 'redirect', 'Redirects are not followed'],
		[400, 'could not use the request', 'what the service says'],
		[401, 'did not accept the credential', 'check the API key'],
		[402, 'asks for payment', 'grant the customer a product'],
		[403, 'does not allow this', 'Ask the owner of the account'],
		[404, 'does not know', 'Check the ID'],
		[406, 'in the form', 'the address of the API'],
		[408, 'in time', 'again later'],
		[409, 'contradicts', 'Look the thing up first'],
		[422, 'refused the values', 'Correct the value'],
		[429, 'too many requests', 'fewer items at once'],
		[451, 'rejected', 'what the service says'],
		[500, 'failed', 'on its side'],
		[524, 'failed', 'on its side'],
	])('says of the status %i: %s, %s', (status, cause, remedy) => {
		const explained = explain(answered(status));
		expect(explained.cause).toContain(cause);
		expect(explained.remedy).toContain(remedy);
		expect(explained.remedy).toMatch(/\.$/);
	});

	it.each([
		['ECONNREFUSED', 'No service listens'],
		['ENOTFOUND', 'does not exist'],
		['EAI_AGAIN', 'could not be looked up'],
		['ECONNRESET', 'was cut'],
		['EPIPE', 'was cut'],
		['ECONNABORTED', 'in time'],
		['ETIMEDOUT', 'in time'],
		['HPE_INVALID_CONSTANT', 'not HTTP'],
		['SOMETHING_NEW', 'connection to the service failed'],
	])('says of the error code %s: %s', (code, cause) => {
		const explained = explain({ kind: 'connection', code });
		expect(explained.cause).toContain(cause);
		expect(explained.remedy).toContain('can be reached from n8n');
	});

	it('says of the error code CERT_HAS_EXPIRED that nothing was sent', () => {
		const explained = explain({ kind: 'connection', code: 'CERT_HAS_EXPIRED' });
		expect(explained.cause).toContain('certificate');
		expect(explained.remedy).toContain('Nothing was sent');
	});

	it.each([
		['apiKey', 'API key'],
		['oAuth2', 'Client Secret'],
	] as const)('names the kind of the refused credential: %s', (used, name) => {
		const { remedy } = explain(answered(401), used);
		expect(['API key', 'Client Secret'].filter((words) => remedy.includes(words))).toEqual([name]);
	});

	it('advises about a client where the credential is OAuth2', () => {
		const { remedy } = explain(answered(403), 'oAuth2');
		expect(remedy).toContain('Ask the owner of the account for a client');
		expect(explain(answered(403)).remedy).toContain('Ask the owner of the account for a key');
	});

	it("says where a customer's refused token is renewed", () => {
		const explained = explain(answered(401), 'customerToken');
		expect(explained.cause).toContain('access token of the customer');
		expect(explained.remedy).toContain('Refresh');
		expect(explain(answered(404), 'customerToken').cause).toContain('does not know');
	});

	it('returns the problem of an unusable response', () => {
		const problem = new InvalidResponseError('It is a web page', 'Check the Base URL.');
		const outcome = { kind: 'unusable', status: 200, problem, isCut: false } as const;
		const itself = { cause: 'It is a web page', remedy: 'Check the Base URL.' };
		expect(explain(outcome)).toEqual(itself);
		expect(explain(outcome, 'customerToken')).toEqual(itself);
	});
});

it.each([
	[{ message: 'Words.' }, 'Words.'],
	[{ error: 'invalid_grant', error_description: 'Expired.' }, 'invalid_grant: Expired.'],
	[{ message: '' }, undefined],
	[{ message: { deep: 1 } }, undefined],
	['<html>', undefined],
	[undefined, undefined],
	[[{ message: 'Words.' }], undefined],
])('serviceMessage reads %j', (body, message) => {
	expect(serviceMessage(body)).toBe(message);
});

describe('the explanation of a 404', () => {
	const baseURL = 'https://svc.test/api';
	const url = '/collections/5/items/7';
	const body = { product: `${baseURL}/products/8` };
	const HINT = ' If nothing is ever found, check the path /api in the Base URL.';

	it('names up to three records, and says what may have become of them', () => {
		expect(explainNotFound({ url, body, baseURL })).toEqual({
			cause: 'No collection 5, or no item 7, or no product 8',
			remedy: `Check the ID: it may have been deleted, or belong to another account.${HINT}`,
		});
	});

	it('is missing for more than three records', () => {
		const more = { ...body, video: `${baseURL}/videos/9` };
		expect(explainNotFound({ url, body: more, baseURL })).toBeUndefined();
		const { cause } = explainForeignNotFound({ url, body: more, baseURL });
		expect(cause).toBe('Something else answered instead of the service');
	});

	it('has no hint about a Base URL without a path', () => {
		const explained = explainNotFound({ url: '/videos/5', baseURL: 'https://svc.test' });
		expect(explained?.remedy).toMatch(/belong to another account\.$/);
	});

	it.each([
		['/videos/5', 'whether video 5 exists'],
		[url, 'whether collection 5 and item 7 exist'],
	])('that is not from the service names the records of %s', (at, words) => {
		expect(explainForeignNotFound({ url: at, baseURL })).toEqual({
			cause: `It is unclear ${words}: something else answered instead of the service`,
			remedy: `A proxy answers like this while the service restarts: try again. If it goes on, check the Base URL of the credential.${HINT}`,
		});
	});

	it.each([
		['/videos/5', 'It is unclear whether the removal at video 5 was done'],
		['/me/watchlist', 'It is unclear whether the removal was done'],
	])('for a lost removal at %s says that it is unclear', (at, cause) => {
		expect(explainLostRemoval({ url: at })).toEqual({
			cause,
			remedy:
				'The response to the first attempt was lost, and the next one found nothing to remove.',
		});
	});
});
