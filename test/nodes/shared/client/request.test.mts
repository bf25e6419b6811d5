import type { IHttpRequestMethods } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ambiguousHintOf, isIdempotent, isWrite } from '../../../../nodes/shared/client/request';

const of = (method: IHttpRequestMethods) => ({ method, path: '/videos' });

describe('a request', () => {
	it.each([
		['GET', false, true],
		['POST', true, false],
		['PUT', true, true],
		['DELETE', true, true],
	] as const)('of %s is a write: %s, is idempotent: %s', (method, writes, repeats) => {
		expect(isWrite(of(method))).toBe(writes);
		expect(isIdempotent(of(method), {})).toBe(repeats);
		for (const idempotent of [true, false]) {
			expect(isIdempotent(of(method), { idempotent })).toBe(idempotent);
		}
	});
});

describe('the hint about a write whose response was lost', () => {
	const SAFE = 'The change may have been made anyway. It is safe to run this again.';
	const UNSAFE = 'The change may have been made anyway. Check before you run this again.';

	it.each([
		['GET', {}, undefined],
		['GET', { ambiguousHint: 'Look.' }, undefined],
		['POST', { ambiguousHint: 'Look.' }, 'Look.'],
		['POST', {}, UNSAFE],
		['POST', { idempotent: true }, SAFE],
		['PUT', {}, SAFE],
		['PUT', { ambiguousHint: '' }, ''],
	] as const)('of %s %j is %j', (method, options, hint) => {
		expect(ambiguousHintOf(of(method), options)).toBe(hint);
	});
});
