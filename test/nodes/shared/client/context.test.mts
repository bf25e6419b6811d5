import type { IExecuteSingleFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	cancelSignal,
	credentialData,
	credentialId,
	credentialSettings,
	credentialType,
	executionOf,
	usesOAuth2,
} from '../../../../nodes/shared/client/context';

const item = (parts: object) => parts as unknown as IExecuteSingleFunctions;
const search = (parts: object) => parts as unknown as ILoadOptionsFunctions;

describe('a request', () => {
	const getNode = () => ({ id: 'node' });
	const getWorkflow = () => ({ id: 'workflow' });

	it('belongs to the execution of its item, or else to its node', () => {
		const ofItem = {
			getItemIndex: () => 0,
			getExecutionId: () => 'execution',
			getNode,
			getWorkflow,
		};
		expect(executionOf(item(ofItem))).toBe('execution');
		expect(executionOf(item({ ...ofItem, getExecutionId: () => undefined }))).toBe('workflow node');
		const ofSearch = { getExecutionId: () => 'execution', getNode, getWorkflow };
		expect(executionOf(search(ofSearch))).toBe('workflow node');
	});

	it('is cancelled by the signal of the execution, if there is one', () => {
		const { signal } = new AbortController();
		expect(cancelSignal(item({ getExecutionCancelSignal: () => signal }))).toBe(signal);
		expect(cancelSignal(search({}))).toBeUndefined();
	});
});

describe('the credential of a node', () => {
	const both = { videoSubscriptionApi: { id: '1' }, videoSubscriptionOAuth2Api: { id: '2' } };

	it.each([
		['the API key by default', both, undefined, '1'],
		['the API key when it is chosen', both, 'apiKey', '1'],
		['the OAuth2 client when it is chosen', both, 'oAuth2', '2'],
		['none of another kind', { videoSubscriptionApi: { id: '1' } }, 'oAuth2', ''],
		['none where the node has none', undefined, undefined, ''],
	])('is %s', async (_, credentials, authentication, id) => {
		const context = item({
			getNode: () => ({ credentials }),
			getNodeParameter: (name: string, fallback: unknown) =>
				name === 'authentication' ? (authentication ?? fallback) : undefined,
			getCredentials: async (type: string) => await Promise.resolve({ type }),
		});
		const isOAuth2 = authentication === 'oAuth2';
		const type = isOAuth2 ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
		expect(credentialId(context)).toBe(id);
		expect(usesOAuth2(context)).toBe(isOAuth2);
		expect(credentialType(context)).toBe(type);
		expect(await credentialData(context)).toEqual({ type });
	});
});

it('the settings of a credential are read once for all items of a run, of which an agent and its tools may share one', async () => {
	const reads: string[] = [];
	const run = {};
	const toolWith = (id: string) =>
		item({
			getExecuteData: () => run,
			getNode: () => ({ credentials: { videoSubscriptionApi: { id } } }),
			getNodeParameter: (_: string, fallback: unknown) => fallback,
			getCredentials: async () => {
				reads.push(id);
				return await Promise.resolve({ baseUrl: `https://${id}.test` });
			},
		});
	const asked = ['1', '1', '2', '1', '2'].map(
		async (id) => await credentialSettings(toolWith(id)).then(({ baseUrl }) => baseUrl),
	);
	expect(await Promise.all(asked)).toEqual([1, 1, 2, 1, 2].map((id) => `https://${id}.test`));
	expect(reads).toEqual(['1', '2']);
});

it('the secrets of a credential are those of now, also within a run: n8n renews tokens', async () => {
	const run = {};
	let token = 'token of before';
	const context = item({
		getExecuteData: () => run,
		getNode: () => ({ credentials: { videoSubscriptionOAuth2Api: { id: '1' } } }),
		getNodeParameter: () => 'oAuth2',
		getCredentials: async () => await Promise.resolve({ oauthTokenData: { access_token: token } }),
	});
	await credentialSettings(context);
	token = 'token of now';
	expect(await credentialData(context)).toEqual({ oauthTokenData: { access_token: token } });
});
