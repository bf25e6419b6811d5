import { describe, expect, it } from 'vitest';

import { explain, serviceMessage } from '../../../../nodes/shared/http/errorTexts';
import { InvalidResponseError } from '../../../../nodes/shared/http/response';

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
