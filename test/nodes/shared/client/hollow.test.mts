import type { INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode, searchList } from '../../../kit/engine.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { BASE_URL, listen } from '../../../kit/wire.mts';

const NO_LIST = 'The service answered without the list that was asked for';
const NO_RECORD = 'The service answered without the record that was asked for';

/** Bodies of a 200 that contain neither a list nor a record. */
const HOLLOW = [
	{},
	{ status: 'ok', message: 'Welcome' },
	{ _embedded: null },
	{ _embedded: {} },
	{ _embedded: { others: [] } },
	{ _embedded: { customers: null, items: 'none', products: { message: 'Hello' } } },
];

const ada = { mode: 'email', value: 'ada@example.com', __rl: true } as const;
const ACCESS = { product: 7, email: ada.value, customer: ada };

const READINGS: Array<[message: string, node: string, parameters: INodeParameters]> = [
	[NO_LIST, 'customer', { operation: 'getAll' }],
	[NO_LIST, 'customer', { operation: 'get', customer: ada }],
	[NO_LIST, 'customer', { operation: 'getWatching', customer: 5 }],
	[NO_LIST, 'customer', { operation: 'createOrUpdate', ...ACCESS }],
	[NO_LIST, 'customer', { operation: 'grantAccess', ...ACCESS }],
	[NO_LIST, 'customer', { operation: 'revokeAccess', ...ACCESS }],
	[NO_LIST, 'customer', { operation: 'checkAccess', ...ACCESS }],
	[NO_LIST, 'product', { operation: 'getAll' }],
	[NO_LIST, 'video', { operation: 'getAll' }],
	[NO_LIST, 'video', { operation: 'getFiles', video: 5 }],
	[NO_LIST, 'collection', { operation: 'getAll' }],
	[NO_LIST, 'collection', { operation: 'getItems', collection: 5 }],
	[NO_LIST, 'liveEvent', { operation: 'getAll', product: 7 }],
	[NO_LIST, 'comment', { operation: 'getAll', video: 5 }],
	[NO_LIST, 'browse', { operation: 'getAll', product: 7 }],
	[NO_RECORD, 'customer', { operation: 'get', customer: 5 }],
	[NO_RECORD, 'customer', { operation: 'checkAccess', customer: 5, product: 7 }],
	[NO_RECORD, 'product', { operation: 'get', product: 5 }],
	[NO_RECORD, 'product', { operation: 'getPrices', product: 5 }],
	[NO_RECORD, 'video', { operation: 'get', video: 5 }],
	[NO_RECORD, 'video', { operation: 'waitUntilUploaded', video: 5, timeout: 1 }],
	[NO_RECORD, 'collection', { operation: 'get', collection: 5 }],
	[NO_RECORD, 'liveEvent', { operation: 'get', liveEvent: 5 }],
	[NO_RECORD, 'comment', { operation: 'get', comment: 5 }],
	[NO_RECORD, 'analytics', { operation: 'getReport', type: 'subscribers', period: 'all' }],
];

let clock: TurnedClock;
beforeEach(() => {
	clock = new TurnedClock();
});
afterEach(() => clock.putBack());

async function run(answer: object, node: string, parameters: INodeParameters) {
	const sent = listen(() => answer);
	const credential = apiKeyCredential(BASE_URL);
	const { error, json } = await runNode({
		node,
		parameters: { resource: node, ...parameters },
		credential,
	});
	return { message: error?.message, json, methods: new Set(sent.map(({ method }) => method)) };
}

const ONLY_READ = { json: [], methods: new Set(['GET']) };

it.each(['grantAccess', 'revokeAccess', 'checkAccess', 'createOrUpdate', 'get'])(
	'%s by e-mail address refuses a list of customers without addresses',
	async (operation) => {
		const answer = { _embedded: { customers: [{ id: 5, name: 'Ada' }] } };
		expect(await run(answer, 'customer', { operation, ...ACCESS })).toEqual({
			message: 'The service answered with a customer without an e-mail address',
			...ONLY_READ,
		});
	},
);

it.each([{ error: { code: 7 } }, { EUR: null }, { EUR: 'free' }])(
	'Get Prices refuses a response without prices: %j',
	async (answer) => {
		const { message } = await run(answer, 'product', { operation: 'getPrices', product: 5 });
		expect(message).toBe(NO_RECORD);
	},
);

describe('a response without its list or record', () => {
	const cases = READINGS.flatMap(([message, node, parameters]) =>
		// Any object with a value may be a record.
		(message === NO_RECORD ? HOLLOW.slice(0, 2) : HOLLOW).map(
			(answer) => [node, parameters, answer, message] as const,
		),
	);
	it.each(cases)('%s %j is refused with %j', async (node, parameters, answer, message) => {
		expect(await run(answer, node, parameters)).toEqual({ message, ...ONLY_READ });
	});

	it.each(HOLLOW)('is refused in a list of the editor: %j', async (answer) => {
		listen(() => answer);
		const credential = apiKeyCredential(BASE_URL);
		const products = { node: 'product', method: 'searchProducts', parameters: {}, credential };
		await expect(searchList(products)).rejects.toThrow(NO_LIST);
	});
});
