import type {
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	ambiguousHintOf,
	assertNotRefused,
	cancelSignal,
	credentialId,
	executionOf,
	isIdempotent,
	isWrite,
	type ServiceRequest,
	usesOAuth2,
	withClient,
} from '../../../../nodes/shared/client/request.ts';

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

describe('the credential of a node', () => {
	const contextWith = (credentials?: object, authentication?: string) => {
		const context = {
			getNode: () => ({ credentials }),
			getNodeParameter: (_: string, fallback: unknown) => authentication ?? fallback,
			getCredentials: async () => await Promise.resolve({ clientId: 'id', clientSecret: 'secret' }),
		};
		return context as unknown as IExecuteSingleFunctions;
	};

	const both = { videoSubscriptionApi: { id: '1' }, videoSubscriptionOAuth2Api: { id: '2' } };

	it.each([
		['the API key by default', both, undefined, '1'],
		['the API key when it is chosen', both, 'apiKey', '1'],
		['the OAuth2 client when it is chosen', both, 'oAuth2', '2'],
		[
			'none when the node has none of the chosen kind',
			{ videoSubscriptionApi: { id: '1' } },
			'oAuth2',
			'',
		],
		['none when the node has no credentials', undefined, undefined, ''],
	])('is %s', (_, credentials, authentication, id) => {
		const context = contextWith(credentials, authentication);
		expect(credentialId(context)).toBe(id);
		expect(usesOAuth2(context)).toBe(authentication === 'oAuth2');
	});

	it.each(['qs', 'body'] as const)('is added by withClient to the values in %s', async (place) => {
		const options: IHttpRequestOptions = { url: '/oauth/token', [place]: { code: 'A1' } };
		await withClient(place).call(contextWith(both, 'oAuth2'), options);
		assertNotRefused(options);
		expect(options[place]).toEqual({ code: 'A1', client_id: 'id', client_secret: 'secret' });
	});
});
