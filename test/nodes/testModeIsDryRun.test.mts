// With a credential in test mode, an operation with Dry Run gives the rows, the summary and the memory of a dry run; a request
// that changes nothing gives what it gives live; and what an ID names is looked up wherever the ID stands.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { operations, parametersIn } from '../../scripts/lib/descriptions.mts';
import { startService, type RunningService } from '../../service/index.mts';
import { defined } from '../kit/defined.mts';
import { filledIn, newCredentialFor, runSaved, type SavedNode, savedNodes } from '../kit/saved.mts';
import { Account } from './account.mts';
import { LAPSED, PRODUCT, OTHER_PRODUCT } from './Customer/kit.mts';
import { chosen } from './kit.mts';
import { TEST_MODE } from './runTexts.mts';

/** The operations with a Dry Run, and whether it is an option. */
const withDryRun = operations.flatMap(({ node, name, option, fields }) => {
	const all = fields.flatMap((field) => parametersIn(field));
	const own = all.find(({ path }) => path.at(-1) === 'dryRun');
	return own
		? [{ node, name, operation: String(option.value), isOption: own.path.length > 1 }]
		: [];
});

const emailOf = (name: string) => `${name}@example.org`;

/** Adds customers in every state of access, and returns a row for each, and for somebody unknown. */
function addCustomers({ service: { state } }: Account): IDataObject[] {
	const states: Array<[name: string, customer: object]> = [
		['paying', { products: [PRODUCT] }],
		['free', { products: [PRODUCT], plan: 'free' }],
		['other', { products: [OTHER_PRODUCT] }],
		...LAPSED.map((status): [string, object] => [status, { products: [PRODUCT], status }]),
	];
	for (const [name, customer] of states) {
		state.addCustomer({ email: emailOf(name), name: `The ${name}`, ...customer });
	}
	state.addCustomer({ email: emailOf('leaver'), products: [PRODUCT] });
	return [...states.map(([name]) => name), 'unknown'].map((name) => ({
		email: emailOf(name),
		name: `Name of ${name}`,
	}));
}

/** Returns a row for each of some videos, of which some are in the first collection. */
function chooseVideos({ service: { state } }: Account): IDataObject[] {
	const [collection] = [...state.collections.all()];
	const videos = [...state.videos.all()].slice(0, 4);
	return videos.reverse().map(({ id }) => ({ video: id, collection: collection?.id }));
}

const NODES: Record<
	string,
	{ account: Account; parameters: INodeParameters; addRows: (account: Account) => IDataObject[] }
> = {
	customer: {
		account: new Account('customer'),
		parameters: {
			product: chosen(PRODUCT),
			customer: chosen('={{ $json.email }}', 'email'),
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}', plan: 'standard' },
			stopIfMoreRevokedThan: '100%',
		},
		addRows: addCustomers,
	},
	collection: {
		account: new Account('collection', {}, { seed: 'believable' }),
		parameters: {
			collection: chosen('={{ $json.collection }}'),
			itemType: 'video',
			video: chosen('={{ $json.video }}'),
			stopIfMoreRemovedThan: '100%',
		},
		addRows: chooseVideos,
	},
};

it('Every node with a Dry Run is tried', () => {
	expect(new Set(withDryRun.map(({ node }) => node))).toEqual(new Set(Object.keys(NODES)));
});

describe.each(withDryRun)('$name in test mode', ({ node, operation, isOption }) => {
	const { account, parameters, addRows } = defined(NODES[node]);
	const dryRun = (value: boolean) =>
		isOption ? { options: { dryRun: value } } : { dryRun: value };
	const inMode = (testMode: boolean) => ({
		...account.credential,
		data: { ...account.credential.data, testMode },
	});
	const run = async (input: IDataObject[], isDry: boolean, testMode: boolean, more = {}) => {
		const all = { operation, ...parameters, ...dryRun(isDry), ...more };
		const before = account.asked.length;
		const { json, hints, error } = await account.run(all, { input, credential: inMode(testMode) });
		expect(error).toBeUndefined();
		const asked = account.asked.slice(before).toSorted();
		return { json, hint: hints.join(' '), asked };
	};

	it.each([{}, { output: 'summary' }])(
		'gives what a dry run gives, and leaves no memory of it: %j',
		async (more) => {
			const input = addRows(account);
			const before = await run(input, true, false, more);
			expect(JSON.stringify(before.json)).toMatch(/would/);
			const tried = await run(input, false, true, more);
			const withoutHint = ({ text, ...json }: IDataObject) =>
				text === undefined ? json : { text: String(text).replace(`${TEST_MODE}\n`, ''), ...json };
			expect(tried.json.map(withoutHint)).toEqual(before.json);
			expect(tried.hint).toContain(TEST_MODE);
			expect(tried.hint.replace(`${TEST_MODE} `, '').replace(` ${TEST_MODE}`, '')).toBe(
				before.hint,
			);
			expect(await run(input, true, false, more)).toEqual(before);
			expect(account.writes).toEqual([]);
		},
	);
});

/** The parts of addresses by which a record can be read. */
const HREF = /\/(?:collections|comments|customers|products|videos)\/\d+/g;

/** Returns the IDs in an item of test mode that are not made up, and that the live item has, too. */
const knownIds = (item: IDataObject, live: IDataObject = {}): IDataObject =>
	Object.fromEntries(
		Object.entries(item).filter(
			([name, value]) => /(^|_)id$/.test(name) && name in live && Number(value) > 0,
		),
	);

/** POSTs that change nothing. */
const CHANGES_NOTHING = [
	'accessToken.create',
	'accessToken.refresh',
	'customer.findByBilling',
	'pairingCode.create',
];

describe('A saved node', () => {
	let services: { live: RunningService; test: RunningService };
	beforeAll(async () => {
		services = { live: await startService({ port: 0 }), test: await startService({ port: 0 }) };
	});
	afterAll(async () => {
		await services.live.close();
		await services.test.close();
	});

	/** Runs a saved node, and returns what it gives and what it sends. */
	async function runWith(node: SavedNode, testMode: boolean, on = services.live) {
		const { service } = on;
		const parameters = filledIn(node, service);
		const saved = newCredentialFor(node, service);
		const credential = { ...saved, data: { ...saved.data, testMode } };
		service.clearLogs();
		const { json } = await runSaved(node, service, { parameters, credential, mode: 'manual' });
		return { json, requests: [...service.requests] };
	}

	const isWrite = ({ method, path }: { method: string; path: string }) =>
		method !== 'GET' && !path.includes('/oauth/');

	const writing = savedNodes.filter(({ node, operation }) => {
		const { option } = defined(operations.find(({ name }) => name === `${node}.${operation}`));
		const isRead = option.routing?.request?.method === 'GET';
		return !isRead && !CHANGES_NOTHING.includes(`${node}.${operation}`);
	});

	it.each(writing.map((node) => [`${node.node}: ${node.title}`, node] as const))(
		'in test mode looks up each record that its body names: %s',
		async (_, node) => {
			const live = await runWith(node, false);
			const bodies = live.requests.filter(isWrite).map(({ body }) => String(body));
			const named = bodies.flatMap((body) => body.match(HREF) ?? []);
			const { json, requests } = await runWith(node, true, services.test);
			const read = requests.map(({ path }) => path).join(' ');
			expect(requests.filter(isWrite)).toEqual([]);
			expect(named.filter((href) => !`${read} `.includes(`${href} `))).toEqual([]);
			for (const [index, item] of json.entries()) {
				expect(live.json[index] ?? {}).toMatchObject(knownIds(item, live.json[index]));
			}
		},
	);

	const readOnly = savedNodes.filter(({ node, operation }) =>
		CHANGES_NOTHING.includes(`${node}.${operation}`),
	);

	it.each(readOnly.map((node) => [`${node.node}: ${node.title}`, node] as const))(
		'that changes nothing gives in test mode what it gives live: %s',
		async (_, node) => {
			const live = await runWith(node, false);
			const tried = await runWith(node, true);
			const columnsOf = (json: IDataObject[]) => json.map((item) => Object.keys(item));
			expect(live.json).not.toEqual([]);
			expect(columnsOf(tried.json)).toEqual(columnsOf(live.json));
			const sent = ({ requests }: typeof live) =>
				requests.map(({ method, path }) => `${method} ${path}`);
			expect(sent(tried)).toEqual(sent(live));
		},
	);
});
