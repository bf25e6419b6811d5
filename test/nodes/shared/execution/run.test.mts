import type { IDataObject, IExecutePaginationFunctions, NodeApiError } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import type * as RunModule from '../../../../nodes/shared/execution/run';
import type * as Errors from '../../../../nodes/shared/client/errors';
import { built } from '../../../kit/built.mts';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { itemContext } from '../../../kit/itemContext.mts';
import { BASE_URL, chosen } from '../../kit.mts';

const { operation, requestOptions, sendOnce, withNote } =
	built<typeof RunModule>('shared/execution/run');
const { plainError } = built<typeof Errors>('shared/client/errors');

describe('requestOptions', () => {
	it('returns the options of routing, with a URL and a switch for certificates', () => {
		const data = { options: { method: 'GET' as const } };
		expect(requestOptions({ ...data, maxResults: 5, preSend: [], postReceive: [] })).toEqual({
			...{ method: 'GET', url: '', skipSslCertificateValidation: false },
		});
	});
});

describe('withNote', () => {
	it('adds the note to the description of a failure, or is its only description', () => {
		const failure = plainError(itemContext(), 'Failed', 'Try again.');
		expect(withNote(failure, 'Row 2.')).toBe(failure);
		expect(failure.description).toBe('Try again. Row 2.');
		const bare = plainError(itemContext(), 'Failed', '');
		withNote(bare, 'Row 2.');
		expect(bare.description).toBe('Row 2.');
	});

	it('changes no other error', () => {
		const error = new TypeError('A fault of ours');
		expect(withNote(error, 'Row 2.')).toBe(error);
		expect(error).not.toHaveProperty('description');
	});
});

/** Runs an operation whose parameters are the IDs in its path. */
async function urlFor(url: string, parameters: IDataObject, findCustomer?: () => Promise<string>) {
	const context = Object.assign(itemContext(), {
		getNodeParameter: (name: string) => parameters[name],
		getExecuteData: () => ({ data: { main: [[{}]] } }),
		continueOnFail: () => false,
	});
	const urls: string[] = [];
	const carryOut = operation(async ({ options }) => {
		urls.push(options.url);
		return await Promise.resolve([{ done: true }]);
	});
	const data = { options: { url, baseURL: BASE_URL }, preSend: [], postReceive: [] };
	const items = await carryOut.call(context as unknown as IExecutePaginationFunctions, {
		...data,
		...(findCustomer && { findCustomer }),
	});
	expect(items).toEqual([{ json: { done: true }, pairedItem: { item: 3 } }]);
	return urls;
}

describe('operation', () => {
	it('puts the chosen IDs in place of their names in the path', async () => {
		const chosenIds = { collection: '5', item: `${BASE_URL}/collections/5/items/7` };
		expect(await urlFor('/collections/:collection/items/:item', chosenIds)).toEqual([
			'/collections/5/items/7',
		]);
	});

	it('leaves the rest of the path alone, also a word that is the name of a resource', async () => {
		expect(await urlFor('/xproduct/:nothing/files', { product: '5' })).toEqual([
			'/xproduct/:nothing/files',
		]);
	});

	it('looks up a customer only where the node has a look-up, and only a customer', async () => {
		const find = async () => await Promise.resolve('9');
		expect(await urlFor('/customers/:customer', { customer: 'ada' }, find)).toEqual([
			'/customers/9',
		]);
		expect(await urlFor('/customers/:customer', { customer: '5' })).toEqual(['/customers/5']);
		expect(await urlFor('/videos/:video', { video: '5' }, find)).toEqual(['/videos/5']);
	});
});

describe('the failure of an operation with one request', () => {
	const context = itemContext({
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({ statusCode: 422, headers: {}, body: '{"message":"Taken"}' }),
		},
	});
	const request = {
		context,
		options: { method: 'POST' as const, url: '/customers', baseURL: BASE_URL },
	};
	const failing = async (explain?: RunModule.ExplainFailure) =>
		await sendOnce(
			() => () => [],
			{},
			explain,
		)(request).then(
			() => expect.fail('It succeeded'),
			(error: NodeApiError) => error.message,
		);

	it('is explained by the operation', async () => {
		const explained = plainError(context, 'Ada is a customer already', '');
		expect(await failing(async () => await Promise.resolve(explained))).toBe(explained.message);
	});

	it('is the refusal of the service when it is not explained, or the explanation fails', async () => {
		const refused = 'The service refused the values: Taken';
		expect(await failing()).toBe(refused);
		const broken = async () => await Promise.reject(new Error('No look-up'));
		expect(await failing(broken)).toBe(refused);
	});
});

it('a run over all items sends the customer headers of each item', async () => {
	const headers: unknown[] = [];
	nock(BASE_URL)
		.get('/customers/5')
		.times(9)
		.query(true)
		.reply(function () {
			headers.push(this.req.headers['svc-client-ip']);
			return [200, { id: 5, email: 'ada@example.org', name: 'Ada' }];
		});
	nock(BASE_URL)
		.persist()
		.get('/customers')
		.query(true)
		.reply(200, {
			...{ count: 0, total: 0, _embedded: { customers: [] } },
		});
	const { error } = await runNode({
		node: 'customer',
		parameters: {
			...{ operation: 'grantAccess', customer: chosen(5), product: chosen(7) },
			options: { dryRun: true, clientIp: '203.0.113.7' },
		},
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error).toBeUndefined();
	expect(new Set(headers)).toEqual(new Set(['203.0.113.7']));
});
