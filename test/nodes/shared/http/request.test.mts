import type {
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	cancelSignal,
	executionOf,
	ambiguousHintOf,
	isIdempotent,
	isWrite,
	type ServiceRequest,
} from '../../../../nodes/shared/http/request.ts';

const of = (method?: IHttpRequestMethods, given: Partial<ServiceRequest> = {}): ServiceRequest => ({
	options: { baseURL: 'https://svc.test', url: '/videos', ...(method && { method }) },
	...given,
});

describe('a request', () => {
	it.each([
		[undefined, false, true],
		['GET', false, true],
		['POST', true, false],
		['PUT', true, true],
		['DELETE', true, true],
	] as const)('of %s writes: %s, may be repeated: %s', (method, writes, repeats) => {
		expect(isWrite(of(method))).toBe(writes);
		expect(isIdempotent(of(method))).toBe(repeats);
	});

	it('says itself whether it may be repeated', () => {
		expect(isIdempotent(of('POST', { idempotent: true }))).toBe(true);
		expect(isIdempotent(of('PUT', { idempotent: false }))).toBe(false);
	});
});

describe('what is told of a write whose answer was lost', () => {
	it.each([
		['GET', {}, undefined],
		['GET', { ambiguousHint: 'Look.' }, undefined],
		['POST', { ambiguousHint: 'Look.' }, 'Look.'],
		['POST', {}, expect.stringMatching(/look whether it was, before you run this again/)],
		['PUT', {}, expect.stringMatching(/run this again, which does no harm/)],
	] as const)('of %s %j', (method, given, told) => {
		expect(ambiguousHintOf(of(method, given))).toEqual(told);
	});
});

describe('whose turn it is', () => {
	const getNode = () => ({ id: 'node' });

	it('is that of the execution for an item, of the node for anything else', () => {
		const item = { getItemIndex: () => 0, getExecutionId: () => 'execution', getNode };
		expect(executionOf(item as unknown as IExecuteSingleFunctions)).toBe('execution');
		const unsaved = { ...item, getExecutionId: () => undefined };
		expect(executionOf(unsaved as unknown as IExecuteSingleFunctions)).toBe('node');
		const search = { getExecutionId: () => 'execution', getNode };
		expect(executionOf(search as unknown as ILoadOptionsFunctions)).toBe('node');
	});

	it('ends with the execution, where there is one', () => {
		const { signal } = new AbortController();
		const item = { getExecutionCancelSignal: () => signal };
		expect(cancelSignal(item as unknown as IExecuteSingleFunctions)).toBe(signal);
		expect(cancelSignal({} as unknown as ILoadOptionsFunctions)).toBeUndefined();
	});
});
