import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode, searchList } from '../../../kit/engine.mts';

const ORIGIN = 'https://svc.test';
const HEADLINE = 'The service answered without the list that was asked for';

/** Answers with 200 that tell no list, whatever was asked for. */
const HOLLOW = [
	{},
	{ message: 'Welcome' },
	{ _embedded: null },
	{ _embedded: {} },
	{ _embedded: { others: [] } },
	{ _embedded: { customers: null, items: 'none', products: { message: 'Hello' } } },
];

/** A service whose every answer to a reading is this one. */
function serve(answer: object) {
	const sent: string[] = [];
	const scope = nock(ORIGIN).persist();
	for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
		scope
			.intercept(/^/, method)
			.query(true)
			.reply(() => {
				sent.push(method);
				return [200, answer];
			});
	}
	return sent;
}

const ada = { mode: 'email', value: 'ada@example.com', __rl: true } as const;
const ACCESS = { product: 7, email: ada.value, customer: ada };

const READINGS: Array<[string, INodeParameters]> = [
	['customer', { operation: 'getAll' }],
	['customer', { operation: 'getAll', returnAll: true }],
	['customer', { operation: 'get', customer: ada }],
	['customer', { operation: 'getWatching', customer: 5 }],
	['customer', { operation: 'createOrUpdate', ...ACCESS }],
	['customer', { operation: 'grantAccess', ...ACCESS }],
	['customer', { operation: 'revokeAccess', ...ACCESS }],
	['customer', { operation: 'checkAccess', ...ACCESS }],
	['product', { operation: 'getAll' }],
	['video', { operation: 'getAll' }],
	['video', { operation: 'getFiles', video: 5 }],
	['collection', { operation: 'getAll' }],
	['collection', { operation: 'getItems', collection: 5 }],
	['liveEvent', { operation: 'getAll', product: 7 }],
	['comment', { operation: 'getAll', video: 5 }],
	['browse', { operation: 'getAll', product: 7 }],
];

describe('an answer without its list is refused, and nothing is written', () => {
	const cases = READINGS.flatMap(([node, parameters]) =>
		HOLLOW.map((answer) => [node, String(parameters.operation), answer, parameters] as const),
	);
	it.each(cases)('%s %s: %j', async (node, _, answer, parameters) => {
		const sent = serve(answer);
		const { error, json } = await runNode({
			node,
			parameters: { resource: node, ...parameters },
			credential: apiKeyCredential(ORIGIN),
		});
		expect(error?.message).toBe(HEADLINE);
		expect(json).toEqual([]);
		expect(new Set(sent)).toEqual(new Set(['GET']));
	});

	it.each([[[null]], [['text', 3]], [[{ id: 1 }, null]]])(
		'nor is one with other things in it a list: %j',
		async (customers) => {
			serve({ _embedded: { customers } });
			const { error, json } = await runNode({
				node: 'customer',
				parameters: { resource: 'customer', operation: 'getAll' },
				credential: apiKeyCredential(ORIGIN),
			});
			expect(error?.message).toBe(HEADLINE);
			expect(json).toEqual([]);
		},
	);

	it.each(HOLLOW)('in a list to choose from: %j', async (answer) => {
		serve(answer);
		const search = searchList({
			node: 'product',
			method: 'searchProducts',
			parameters: {},
			credential: apiKeyCredential(ORIGIN),
		});
		await expect(search).rejects.toThrow(HEADLINE);
	});
});

const GETS: Array<[string, INodeParameters]> = [
	['customer', { operation: 'get', customer: 5 }],
	['customer', { operation: 'checkAccess', customer: 5, product: 7 }],
	['product', { operation: 'get', product: 5 }],
	['product', { operation: 'getPrices', product: 5 }],
	['video', { operation: 'get', video: 5 }],
	['video', { operation: 'waitUntilUploaded', video: 5, timeout: 1 }],
	['collection', { operation: 'get', collection: 5 }],
	['liveEvent', { operation: 'get', liveEvent: 5 }],
	['comment', { operation: 'get', comment: 5 }],
	['analytics', { operation: 'getReport', type: 'subscribers', period: 'all' }],
];

describe('an answer without its record is refused', () => {
	const answers = [{}, { message: 'Welcome' }, { status: 'ok', message: 'Welcome' }];
	const cases = GETS.flatMap(([node, parameters]) =>
		answers.map((answer) => [node, String(parameters.operation), answer, parameters] as const),
	);
	it.each(cases)('%s %s: %j', async (node, _, answer, parameters) => {
		serve(answer);
		const { error, json } = await runNode({
			node,
			parameters: { resource: node, ...parameters },
			credential: apiKeyCredential(ORIGIN),
		});
		expect(error?.message).toBe('The service answered without the record that was asked for');
		expect(json).toEqual([]);
	});
});
