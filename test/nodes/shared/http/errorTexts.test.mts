import { describe, expect, it } from 'vitest';

import type * as ErrorTexts from '../../../../nodes/shared/http/errorTexts';
import { built } from '../../../kit/built.mts';

const { explain, serviceMessage } = built<typeof ErrorTexts>('shared/http/errorTexts');

describe('an outcome is explained', () => {
	it.each([
		[304, 'nothing has changed'],
		[307, 'redirect'],
		[401, 'did not accept the credential'],
		[408, 'in time'],
		[422, 'refused the values'],
		[451, 'rejected'],
		[500, 'failed'],
		[524, 'failed'],
	])('%i', (status, cause) => {
		const outcome = { kind: 'status', status, headers: {}, body: undefined } as const;
		expect(explain(outcome).cause).toContain(cause);
		expect(explain(outcome).remedy).toMatch(/\.$/);
	});

	it.each([
		['ECONNREFUSED', 'No service listens'],
		['ETIMEDOUT', 'in time'],
		['HPE_INVALID_CONSTANT', 'not HTTP'],
		['CERT_HAS_EXPIRED', 'certificate'],
		['SOMETHING_NEW', 'connection to the service failed'],
	])('%s', (code, cause) => {
		expect(explain({ kind: 'connection', code }).cause).toContain(cause);
	});

	it('with whose token was refused', () => {
		const outcome = { kind: 'status', status: 401, headers: {}, body: undefined } as const;
		expect(explain(outcome, true).cause).toContain('access token of the customer');
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
])('the words of the service in %j', (body, words) => {
	expect(serviceMessage(body)).toBe(words);
});
