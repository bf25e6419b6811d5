import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Fault } from '../../../../service/faults.mts';
import type { SimulatedService } from '../../../../service/index.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';

const account = new Account('video');

interface Removal {
	node: string;
	/** Adds the record to remove, and returns the parameters of the operation. */
	prepare: (service: SimulatedService) => INodeParameters;
	done: object;
}

/** Adds a customer who has a video in the watchlist. */
function addToWatchlist({ state }: SimulatedService) {
	const [customer, video] = [state.addCustomer({ products: [101] }), state.addVideo()];
	state.editCustomer(customer.id, (draft) => {
		draft.watchlist = [{ kind: 'videos', id: video.id }];
	});
	return [customer, video] as const;
}

const REMOVALS: Record<string, Removal> = {
	'Video > Delete': {
		node: 'video',
		prepare: ({ state }) => ({ operation: 'delete', video: chosen(state.addVideo().id) }),
		done: { deleted: true },
	},
	'Remove Product': {
		node: 'customer',
		prepare: ({ state }) => {
			const { id } = state.addCustomer({ email: 'ada@example.org', products: [101] });
			return { operation: 'removeProduct', customer: chosen(id), product: chosen(101) };
		},
		done: { success: true },
	},
	'Remove From Watchlist': {
		node: 'customer',
		prepare: (service) => {
			const [customer, video] = addToWatchlist(service);
			const operation = 'removeFromWatchlist';
			return { operation, customer: chosen(customer.id), video: chosen(video.id) };
		},
		done: { success: true },
	},
	'Remove Item': {
		node: 'collection',
		prepare: ({ state }) => {
			const [list, video] = [state.addCollection({ type: 'playlist' }), state.addVideo()];
			state.addItem(list, 'videos', video.id);
			const operation = 'removeItem';
			return { operation, collection: chosen(list.id), itemType: 'video', video: chosen(video.id) };
		},
		done: { success: true },
	},
};

/** The response to the second attempt, from a proxy or from the service. */
const SECOND: Array<[string, Fault]> = [
	['a page of a proxy', { kind: 'html', status: 404 }],
	['an empty 404', { kind: 'empty' }],
	['foreign JSON', { kind: 'foreignJson' }],
	["the service's own 404", { status: 404 }],
];

const cases = Object.entries(REMOVALS).flatMap(([name, removal]) =>
	SECOND.map(([second, fault]) => ({ name, second, fault, ...removal })),
);

describe('a removal whose response was lost', () => {
	it.each(cases)(
		'by $name fails as unclear after $second while the record is there',
		async ({ node, prepare, fault }) => {
			const parameters = prepare(account.service);
			account.fail('DELETE', { status: 502 }, fault);
			const { error, json } = await account.run(parameters, { node });
			expect(json).toEqual([]);
			expect(error?.message).toMatch(/^It is unclear whether the removal .*was done$/);
			expect(error?.description).toContain('It may have been done anyway: look');
		},
	);

	it.each(cases)(
		'by $name is done after $second when the record is gone',
		async ({ node, prepare, fault, done }) => {
			const parameters = prepare(account.service);
			account.fail('DELETE', { status: 502, isPerformed: true }, fault);
			const { error, json } = await account.run(parameters, { node });
			expect(error).toBeUndefined();
			expect(json).toMatchObject([done]);
		},
	);

	it.each(['Remove Item', 'Remove From Watchlist'])(
		'by %s is not proven by an empty list with a total of 1',
		async (name) => {
			const { node = '', prepare = () => ({}) } = REMOVALS[name] ?? {};
			const parameters = prepare(account.service);
			account.fail('DELETE', { status: 502 }, { status: 404 });
			const hollow = { status: 200, body: '{"total":1,"_embedded":{"items":[]}}', times: 99 };
			account.fail('GET', hollow);
			const { error } = await account.run(parameters, { node });
			expect(error?.message).toContain('It is unclear');
		},
	);

	it.each(['Remove Item', 'Remove From Watchlist'])(
		'by %s is not proven by a list of other records that is shorter than its total',
		async (name) => {
			const { node = '', prepare = () => ({}) } = REMOVALS[name] ?? {};
			const parameters = prepare(account.service);
			account.fail('DELETE', { status: 502 }, { status: 404 });
			const body = '{"total":9,"_embedded":{"items":[{"id":990,"item_id":991,"title":"Other"}]}}';
			account.service.faults.add({
				...{ status: 200, body, match: { method: 'GET', path: /items|watchlist/ }, times: 1 },
			});
			const empty = '{"total":9,"_embedded":{"items":[]}}';
			account.fail('GET', { status: 200, body: empty, times: 99 });
			const { error } = await account.run(parameters, { node });
			expect(error?.message).toContain('It is unclear');
		},
	);

	it.each([
		['the record', { status: 404, match: { method: 'GET', path: /videos\/\d+$/ }, times: 99 }],
		['the list', { status: 200, body: '{"_embedded":{"videos":[]}}', times: 99 }],
	])('is not proven by %s alone', async (_, fault) => {
		const parameters = REMOVALS['Video > Delete']?.prepare(account.service) ?? {};
		account.fail('DELETE', { status: 502 }, { status: 404 });
		account.service.faults.add({ match: { method: 'GET', path: '/videos' }, ...fault });
		const { error } = await account.run(parameters);
		expect(error?.message).toContain('It is unclear');
	});
});

it('Video > Delete is proven by its own 404 beside a list that is shorter than its total', async () => {
	account.service.state.addVideo();
	const parameters = REMOVALS['Video > Delete']?.prepare(account.service) ?? {};
	account.fail('DELETE', { status: 502, isPerformed: true }, { status: 404 });
	account.onTheWay({ body: (body) => body.replace('"total":1', '"total":2') });
	expect(await account.runOnce(parameters)).toMatchObject({ deleted: true });
});

it.each(Object.entries(REMOVALS))('%s sends one request when nothing fails', async (_, removal) => {
	const parameters = removal.prepare(account.service);
	account.service.clearLogs();
	const { error } = await account.run(parameters, { node: removal.node });
	expect(error).toBeUndefined();
	expect(account.asked).toEqual([expect.stringMatching(/^DELETE /)]);
});

it("a removal from /me/watchlist is looked up with the customer's own token", async () => {
	const [customer, video] = addToWatchlist(account.service);
	const { access_token: customerAccessToken } = account.service.customerTokens(customer.id);
	account.fail('DELETE', { status: 502, isPerformed: true }, { status: 404 });
	const { error, json } = await account.run(
		{
			...{ operation: 'removeFromWatchlist', video: chosen(video.id) },
			...{ customerSource: 'me', customerAccessToken: String(customerAccessToken) },
		},
		{ node: 'customer' },
	);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ success: true }]);
	expect(account.service.requests.at(-1)).toMatchObject({
		path: '/me/watchlist',
		headers: { authorization: `Bearer ${String(customerAccessToken)}` },
	});
});
