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
	] as const)('of %s is a write: %s, is idempotent: %s', (method, writes, repeats) => {
		expect(isWrite(of(method))).toBe(writes);
		expect(isIdempotent(of(method))).toBe(repeats);
	});

	it('may declare itself idempotent', () => {
		expect(isIdempotent(of('POST', { idempotent: true }))).toBe(true);
		expect(isIdempotent(of('PUT', { idempotent: false }))).toBe(false);
	});
});

describe('the hint about a write whose response was lost', () => {
	it.each([
		['GET', {}, undefined],
		['GET', { ambiguousHint: 'Look.' }, undefined],
		['POST', { ambiguousHint: 'Look.' }, 'Look.'],
		['POST', {}, expect.stringMatching(/look whether it was, before you run this again/)],
		['PUT', {}, expect.stringMatching(/run this again, which does no harm/)],
	] as const)('of %s %j depends on the method', (method, given, hint) => {
		expect(ambiguousHintOf(of(method, given))).toEqual(hint);
	});
});

describe('a request of an execution', () => {
	const getNode = () => ({ id: 'node' });

	it('belongs to the execution of its item, or else to its node', () => {
		const item = { getItemIndex: () => 0, getExecutionId: () => 'execution', getNode };
		expect(executionOf(item as unknown as IExecuteSingleFunctions)).toBe('execution');
		const unsaved = { ...item, getExecutionId: () => undefined };
		expect(executionOf(unsaved as unknown as IExecuteSingleFunctions)).toBe('node');
		const search = { getExecutionId: () => 'execution', getNode };
		expect(executionOf(search as unknown as ILoadOptionsFunctions)).toBe('node');
	});

	it('is cancelled by the signal of the execution, if there is one', () => {
		const { signal } = new AbortController();
		const item = { getExecutionCancelSignal: () => signal };
		expect(cancelSignal(item as unknown as IExecuteSingleFunctions)).toBe(signal);
		expect(cancelSignal({} as unknown as ILoadOptionsFunctions)).toBeUndefined();
	});
});
