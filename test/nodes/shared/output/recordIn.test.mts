import { describe, expect, it } from 'vitest';

import type * as RecordIn from '../../../../nodes/shared/output/recordIn';
import { built } from '../../../kit/built.mts';

const { recordIn, recordCheck, requireData } = built<typeof RecordIn>('shared/output/recordIn');

const response = (body: unknown) => ({ status: 200, headers: {}, body });

const MISSING = 'The response of the service does not contain the requested record';

describe('the record in a response', () => {
	it.each([
		['no body', undefined],
		['a list', [{ id: 5 }]],
		['text', 'OK'],
		['an object without an ID or an address', { message: 'OK' }],
	])('is missing in a response with %s', (_, body) => {
		expect(() => recordCheck('video')(response(body))).toThrow(MISSING);
		expect(recordIn(response(body), 'video')).toBeUndefined();
	});

	it.each([
		['an id', { id: 5 }],
		['an href', { href: '/videos/5' }],
		['a link to itself', { _links: { self: { href: '/videos/5' } } }],
	])('is recognised by %s', (_, body) => {
		expect(recordIn(response(body), 'video')).toBe(body);
	});
});

describe('requireData', () => {
	it.each([
		['a number', { price: 5, currency: 'EUR' }],
		['zero', { count: 0 }],
		['an object', { prices: { EUR: 5 } }],
	])('accepts a response with %s', (_, body) => {
		expect(requireData(response(body))).toBe(body);
	});

	it.each([
		['only text', { message: 'OK' }],
		['only null', { price: null }],
		['nothing', {}],
		['no object', [5]],
		['no body', undefined],
	])('refuses a response with %s', (_, body) => {
		expect(() => requireData(response(body))).toThrow(MISSING);
	});
});
