import type { INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode, searchList } from '../../../kit/engine.mts';
import { TurnedClock } from '../../../kit/time.mts';
import { BASE_URL, listen } from '../../../kit/wire.mts';
import { chosen } from '../../kit.mts';

let clock: TurnedClock;
beforeEach(() => {
	clock = new TurnedClock();
});
afterEach(() => clock.putBack());

let credentials = 0;
const credential = () => ({ ...apiKeyCredential(BASE_URL), id: `reads ${++credentials}` });

/** Runs an operation whose requests have these responses, the last of which repeats. */
async function run(node: string, parameters: INodeParameters, ...answers: unknown[]) {
	const sent = listen(() => (answers.length > 1 ? answers.shift() : answers[0]));
	const whole = { resource: node, ...parameters };
	const result = await runNode({ node, parameters: whole, credential: credential() });
	return { ...result, message: result.error?.message, sent };
}

const report = { operation: 'getReport', type: 'units', period: 'all' };
const MANY = Array(110_001).fill({});
const TOO_MANY = /^The list has more than 110000 records/;

describe('a response that is split into rows', () => {
	const answer = { data: { entries: [{ plays: 1 }, { plays: 2 }] } };

	it.each([
		['simplified', [{ plays: 1 }, { plays: 2 }]],
		['full', [answer]],
		['raw', [answer]],
	])('has these items with the output %s', async (output, items) => {
		const { error, json } = await run('analytics', { ...report, output }, answer);
		expect(error).toBeUndefined();
		expect(json).toMatchObject(items);
	});

	it('of more rows than n8n can pass on is refused', async () => {
		const { error, json } = await run('analytics', report, { data: { entries: MANY } });
		expect(error?.message).toMatch(TOO_MANY);
		expect(error?.description).toContain('Request less at once: choose a shorter period');
		expect(json).toEqual([]);
	});
});

describe('an array', () => {
	const files = { operation: 'getFiles', video: '5', output: 'raw' };

	it('is an item for each of its records', async () => {
		const records = [{ quality: '720p' }, { quality: '360p' }];
		expect((await run('video', files, records)).json).toEqual(records);
	});

	it.each([[[{ quality: '720p' }, 5]], [{ files: [] }]])(
		'is refused when it does not consist of records: %j',
		async (body) => {
			const { error, sent } = await run('video', files, body);
			expect(error?.message).toBe(NO_LIST);
			expect(error?.description).toContain('the Base URL of the credential is the URL of the API');
			expect(sent.length).toBeGreaterThan(6);
		},
	);

	it('of more records than n8n can pass on is refused', async () => {
		const { error, json } = await run('video', files, MANY);
		expect(error?.message).toMatch(TOO_MANY);
		expect(error?.description).toContain('Request less at once');
		expect(json).toEqual([]);
	});
});

const NO_LIST = 'The response of the service does not contain the requested list';
const NO_RECORD = 'The response of the service does not contain the requested record';

const ada = chosen('ada@example.com', 'email');

const READINGS: Array<[message: string, node: string, parameters: INodeParameters]> = [
	[NO_LIST, 'customer', { operation: 'getAll' }],
	[NO_LIST, 'customer', { operation: 'get', customer: ada }],
	[NO_LIST, 'customer', { operation: 'getWatching', customer: 5 }],
	[NO_LIST, 'product', { operation: 'getAll' }],
	[NO_LIST, 'video', { operation: 'getAll' }],
	[NO_LIST, 'video', { operation: 'getFiles', video: 5 }],
	[NO_LIST, 'collection', { operation: 'getAll' }],
	[NO_LIST, 'collection', { operation: 'getItems', collection: 5 }],
	[NO_LIST, 'liveEvent', { operation: 'getAll', product: 7 }],
	[NO_LIST, 'comment', { operation: 'getAll', video: 5 }],
	[NO_LIST, 'browse', { operation: 'getAll', product: 7 }],
	[NO_RECORD, 'customer', { operation: 'get', customer: 5 }],
	[NO_RECORD, 'product', { operation: 'get', product: 5 }],
	[NO_RECORD, 'product', { operation: 'getPrices', product: 5 }],
	[NO_RECORD, 'video', { operation: 'get', video: 5 }],
	[NO_RECORD, 'video', { operation: 'waitUntilUploaded', video: 5, timeout: 1 }],
	[NO_RECORD, 'collection', { operation: 'get', collection: 5 }],
	[NO_RECORD, 'liveEvent', { operation: 'get', liveEvent: 5 }],
	[NO_RECORD, 'comment', { operation: 'get', comment: 5 }],
	[NO_RECORD, 'analytics', report],
];

describe('a response without its list or record', () => {
	it.each(READINGS)('%s: %s %j is refused, and requested again', async (...row) => {
		const [message, node, parameters] = row;
		const result = await run(node, parameters, { message: 'Welcome' });
		expect(result).toMatchObject({ message, json: [] });
		expect(result.sent.length).toBeGreaterThan(6);
		expect(new Set(result.sent.map(({ method }) => method))).toEqual(new Set(['GET']));
	});

	it('is refused in a list of the editor', async () => {
		listen(() => ({ message: 'Welcome' }));
		const products = { node: 'product', method: 'searchProducts', parameters: {} };
		await expect(searchList({ ...products, credential: credential() })).rejects.toThrow(NO_LIST);
	});

	it('is followed by the record, as after a restart of a proxy', async () => {
		const { json } = await run('video', { operation: 'get', video: 5 }, {}, { id: 5, title: 'A' });
		expect(json).toMatchObject([{ id: 5, title: 'A' }]);
	});
});

it.each([{ error: { code: 7 } }, { EUR: null }, { EUR: 'free' }])(
	'Get Prices refuses a response without prices: %j',
	async (answer) => {
		const { message } = await run('product', { operation: 'getPrices', product: 5 }, answer);
		expect(message).toBe(NO_RECORD);
	},
);
