import {
	type IDataObject,
	type IExecutePaginationFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	UserError,
} from 'n8n-workflow';
import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';

import { plainError } from '../../../../nodes/shared/client/errors';
import {
	catchAsItem,
	type Operation,
	operation,
	type OperationCall,
	withNote,
} from '../../../../nodes/shared/request/operation';
import { singleRequest } from '../../../../nodes/shared/request/writes';
import { apiKeyCredential, runNode, type RunOptions } from '../../../kit/engine.mts';
import { Replies } from '../../../kit/replies.mts';
import { BASE_URL } from '../../kit.mts';

let service: Replies;
beforeEach(() => {
	service = new Replies();
});

interface Run {
	parameters?: IDataObject;
	/** The number of items of the run. */
	items?: number;
	options?: Partial<IHttpRequestOptions>;
}

function contextOf({ parameters = {}, items = 1 }: Run = {}) {
	return Object.assign(service.context(), {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getInputData: () => ({ json: {} }),
		getExecuteData: () => ({ data: { main: [Array(items).fill({})] } }),
		continueOnFail: () => false,
	});
}

async function run(pagination: Operation, { options, ...run }: Run = {}) {
	const context = contextOf(run) as unknown as IExecutePaginationFunctions;
	const whole = { url: '/videos', baseURL: BASE_URL, ...options };
	return await pagination.call(context, { options: whole, preSend: [], postReceive: [] });
}

/** Returns an operation that keeps its calls. */
function watched(given?: Parameters<typeof operation>[1]) {
	const calls: OperationCall[] = [];
	const handler = async (call: OperationCall) => {
		calls.push(call);
		return await Promise.resolve([{ done: 1 }, { done: 2 }]);
	};
	return { calls, pagination: operation(handler, given) };
}

const failing = async (failure: unknown, given: Run, more: Parameters<typeof operation>[1] = {}) =>
	await run(
		operation(async () => await Promise.reject(failure), more),
		given,
	).then(
		() => expect.fail('It succeeded'),
		(error: Error & { description?: string }) => error,
	);

describe('operation', () => {
	it.each([
		[
			'/collections/:collection/items/:item',
			{ collection: '5', item: `${BASE_URL}/collections/5/items/7` },
			'/collections/5/items/7',
		],
		['/xproduct/:nothing/product', { product: '5' }, '/xproduct/:nothing/product'],
		['/customers/:customer', { customer: '5' }, '/customers/5'],
	])('puts IDs in place of the names in %s: %j', async (url, parameters, path) => {
		const { calls, pagination } = watched();
		await run(pagination, { options: { url }, parameters });
		expect(calls).toMatchObject([{ request: { path } }]);
		expect(service.sent).toEqual([]);
	});
});

describe('a failure', () => {
	const ROW = 'This is row 4 of the input. n8n shows it as [item 3].';
	const OTHERS = 'Other rows may have been processed.';
	const RESULTS = 'To get their results, set "On Error" to "Continue".';
	const SAFE = `${ROW} ${OTHERS} It is safe to run this again. ${RESULTS}`;
	const UNSAFE = `${ROW} ${OTHERS} ${RESULTS}`;

	it.each([
		['GET', undefined, ROW],
		['PUT', undefined, SAFE],
		['DELETE', undefined, SAFE],
		['POST', undefined, UNSAFE],
		['POST', true, SAFE],
		['PUT', false, UNSAFE],
	] as const)('of a %s, idempotent %s, names the row: %s', async (method, idempotent, note) => {
		const given = { items: 2, options: { method } };
		const error = await failing(new UserError('No', { description: 'Try.' }), given, {
			idempotent,
		});
		expect(error).toMatchObject({ name: 'NodeApiError', description: `Try. ${note}` });
	});

	it('of a single item names no row', async () => {
		const given = { items: 1, options: { method: 'PUT' as const } };
		const { description } = await failing(new UserError('No', { description: 'Try.' }), given);
		expect(description).toBe('Try.');
	});

	it('of a run without an input names no row', async () => {
		const context = { ...contextOf(), getExecuteData: () => ({ data: {} }) };
		const refusing = async () => await Promise.reject(new UserError('No', { description: 'Try.' }));
		const failed = catchAsItem(context as unknown as IExecuteSingleFunctions, 'X', refusing);
		await expect(failed).rejects.toMatchObject({ description: 'Try.' });
	});

	it('that two rows share names one of them', async () => {
		const failure = plainError(service.context(), 'Failed', 'Try.');
		await failing(failure, { items: 2 });
		const error = await failing(failure, { items: 2 });
		expect(error.description).toBe(`Try. ${ROW}`);
	});

	it('that is no error of n8n gets no note', async () => {
		const error = new TypeError('A fault of ours');
		expect(await failing(error, { items: 2 })).toBe(error);
		expect(withNote(error, 'Row 2.')).toBe(error);
		expect(error).not.toHaveProperty('description');
	});

	it('without a description has the note as its only one', () => {
		const bare = plainError(service.context(), 'Failed', '');
		expect(withNote(bare, 'Row 2.')).toBe(bare);
		expect(bare.description).toBe('Row 2.');
	});
});

describe('singleRequest', () => {
	const map = () => () => [{ done: true }];
	const post = { options: { method: 'POST' as const, url: '/videos', body: { title: 'A' } } };

	it('sends nothing where the mapping or the validation refuses', async () => {
		const refuse = () => {
			throw new UserError('No');
		};
		await expect(run(singleRequest({ map: refuse }))).rejects.toThrow('No');
		await expect(run(singleRequest({ map, validate: refuse }))).rejects.toThrow('No');
		expect(service.sent).toEqual([]);
	});

	it('says that another run is safe where its options do', async () => {
		service.add({ status: 422 }, { status: 422 });
		const safe = run(singleRequest({ map, options: { idempotent: true } }), { items: 2, ...post });
		await expect(safe).rejects.toMatchObject({
			description: expect.stringContaining('It is safe to run this again.'),
		});
		const unsafe = run(singleRequest({ map }), { items: 2, ...post });
		await expect(unsafe).rejects.toMatchObject({
			description: expect.stringContaining('have been processed. To get'),
		});
	});

	it('explains a failure, or throws it where the explanation fails', async () => {
		const refused = 'The service refused the values: No.';
		const of = async (explain?: Parameters<typeof singleRequest>[0]['explain']) => {
			service.add({ status: 422 });
			return await run(singleRequest({ map, explain }), post).catch(
				(error: Error) => error.message,
			);
		};
		const explained = plainError(service.context(), 'Ada is a customer already', '');
		expect(await of(async () => await Promise.resolve(explained))).toBe(explained.message);
		expect(await of()).toBe(refused);
		expect(await of(async () => await Promise.reject(new Error('No look-up')))).toBe(refused);
	});
});

describe('in n8n, a failing item', () => {
	const input = [{ id: 1 }, { id: 'a/b' }, { id: 3 }, { id: 4 }];

	async function getProducts(options: Partial<RunOptions> = {}) {
		nock(BASE_URL).get('/products/1').reply(200, { id: 1 });
		nock(BASE_URL).get('/products/3').reply(404, { message: 'Gone.' });
		nock(BASE_URL).get('/products/4').reply(200, { id: 4 });
		const parameters = { operation: 'get', output: 'raw', product: '={{ $json.id }}' };
		const credential = apiKeyCredential(BASE_URL);
		return await runNode({ node: 'product', parameters, credential, input, ...options });
	}

	it('leaves other items unchanged when errors continue as items', async () => {
		const { items } = await getProducts({ onError: 'continueRegularOutput' });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(items.map(({ json: { id, error } }) => id ?? error)).toEqual([
			1,
			expect.stringContaining('"Product" is not an ID'),
			'No product 3',
			4,
		]);
		expect(items[2]?.json.message).toContain('The service says: "Gone."');
	});

	it('leaves other items unchanged when errors go to the error output', async () => {
		const { items, failed } = await getProducts({ onError: 'continueErrorOutput' });
		expect(items.map(({ json }) => json)).toEqual([{ id: 1 }, { id: 4 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		// n8n adds the fields of the input row.
		expect(failed.map(({ json }) => json.details)).toEqual([undefined, { status: 404 }]);
	});

	it('is named when it stops the workflow', async () => {
		const { error } = await getProducts();
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).toMatch(
			/This is row 2 of the input\. n8n shows it as \[item 1\]\.$/,
		);
	});
});
