import type { IDataObject, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, chosen } from '../../kit.mts';

async function run(node: string, parameters: INodeParameters, answer: IDataObject) {
	nock(BASE_URL).persist().intercept(/^/, 'GET').query(true).reply(200, answer);
	for (const method of ['PUT', 'POST']) nock(BASE_URL).intercept(/^/, method).reply(200, answer);
	const credential = apiKeyCredential(BASE_URL);
	return await runNode({ node, parameters: { resource: node, ...parameters }, credential });
}

const named = { name: 'N' };
const READS: Array<[node: string, parameters: INodeParameters]> = [
	['customer', { operation: 'get', customer: chosen(3) }],
	['product', { operation: 'get', product: chosen(3) }],
	['video', { operation: 'get', video: chosen(3) }],
	['collection', { operation: 'get', collection: chosen(3) }],
	['liveEvent', { operation: 'get', liveEvent: chosen(3) }],
	['comment', { operation: 'get', comment: chosen(3) }],
	['customer', { operation: 'checkAccess', customer: chosen(3), product: chosen(7) }],
	['customer', { operation: 'revokeAccess', customer: chosen(3), product: chosen(7) }],
	['customer', { operation: 'grantAccess', customer: chosen(3), product: chosen(7) }],
];

const WRITES: Array<[node: string, parameters: INodeParameters, item: object]> = [
	[
		'customer',
		{ operation: 'update', customer: chosen(3), updateFields: named },
		{ customerId: 3 },
	],
	[
		'video',
		{ operation: 'update', video: chosen(3), updateFields: { title: 'T' } },
		{ videoId: 3 },
	],
	[
		'customer',
		{ operation: 'addProduct', customer: chosen(3), product: chosen(7) },
		{ customerId: 3, productId: 7 },
	],
	[
		'collection',
		{ operation: 'update', collection: chosen(3), updateFields: named },
		{ collectionId: 3 },
	],
	[
		'collection',
		{ operation: 'updateItemPosition', collection: chosen(2), item: chosen(3), position: 1 },
		{ collectionId: 2, itemId: 3 },
	],
	[
		'comment',
		{ operation: 'create', video: chosen(3), customer: chosen(4), content: 'Hi' },
		{ videoId: 3, customerId: 4 },
	],
];

describe('a response with another record than the requested one', () => {
	it.each(READS)('is refused by %s %j', async (node, parameters) => {
		const { error, json } = await run(node, parameters, { id: 1, name: 'Somebody else' });
		expect(error?.message).toContain('another record than the one that was asked for');
		expect(json).toEqual([]);
	});

	it.each(WRITES)('is not shown by %s %j', async (node, parameters, ids) => {
		const answer = { id: 1, item_id: 1, video_id: 1, name: 'Somebody else' };
		const { error, json } = await run(node, parameters, answer);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ success: true, ...ids }]);
	});
});

describe('a response with the requested record', () => {
	it.each([{ id: 3 }, { id: '3' }, { id: '03' }, { id: null }, {}])(
		'is shown with the id %j',
		async (id) => {
			const answer = { ...id, name: 'Ada', _links: { self: { href: `${BASE_URL}/customers/3` } } };
			const parameters = { operation: 'get', customer: chosen(3) };
			const { error, json } = await run('customer', parameters, answer);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([{ name: 'Ada' }]);
		},
	);
});
