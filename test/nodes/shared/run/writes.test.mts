import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { lastId } from '../../../../nodes/shared/run/writes';
import type { Fault } from '../../../../service/faults.mts';
import type { SimulatedService } from '../../../../service/index.mts';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { intercept, listen } from '../../../kit/wire.mts';
import { Account } from '../../account.mts';
import { BASE_URL, chosen } from '../../kit.mts';

const account = new Account('video');

async function run(node: string, parameters: INodeParameters) {
	const credential = apiKeyCredential(BASE_URL);
	return await runNode({ node, parameters: { resource: node, ...parameters }, credential });
}

describe('a write', () => {
	it.each(['5', 5, `${BASE_URL}/videos/5/`])(
		'that deletes %j returns the ID as a number',
		async (value) => {
			intercept(BASE_URL).delete('/videos/5').reply(204);
			const { json } = await run('video', { operation: 'delete', video: chosen(value) });
			expect(json).toStrictEqual([{ deleted: true, id: 5 }]);
			expect(lastId('/collections/7/items/5')).toBe(5);
		},
	);

	it('returns the record of its response in simplified form', async () => {
		intercept(BASE_URL)
			.put('/customers/5', { name: 'Ada' })
			.reply(200, { id: 5, name: 'Ada', email: 'ada@example.com', unknown: true });
		const update = { operation: 'update', customer: chosen(5), updateFields: { name: 'Ada' } };
		const { json } = await run('customer', update);
		expect(json).toMatchObject([{ id: 5, name: 'Ada', email: 'ada@example.com' }]);
		expect(json[0]).not.toHaveProperty('unknown');
	});

	it.each([
		['collection', chosen(5)],
		['customer', chosen(5)],
		['customer', chosen('ada@example.org', 'email')],
		['video', chosen(5)],
	])('that updates no field of a %s is refused before any request: %j', async (node, record) => {
		const sent = listen(() => ({}));
		const { error } = await run(node, { operation: 'update', [node]: record, updateFields: {} });
		expect(error?.message).toBe('There is nothing to update');
		expect(error?.description).toContain('Add what to change under "Update Fields".');
		expect(sent).toEqual([]);
	});

	it.each([200, 403])(
		'whose response is a web page with the status %i is not done',
		async (status) => {
			const sent = { times: 99, status, kind: 'html' } as const;
			account.service.faults.add({ ...sent, match: { method: 'PUT' } });
			const { id } = account.service.state.addVideo({});
			const update = { operation: 'update', video: chosen(id), updateFields: { title: 'Tides' } };
			const { json, error } = await account.run(update);
			expect(json).toEqual([]);
			expect(error?.message).toBe("The response is a web page in place of the service's answer");
			expect(error?.description).toContain('may have been made anyway');
		},
	);

	it.each<Fault>([
		{ status: 200, body: ' ' },
		{ status: 200, body: 'OK' },
		{ status: 200, kind: 'notJson' },
		{ kind: 'cutBody' },
	])('without a record in its response is reported as done after %j', async (fault) => {
		const { state, faults } = account.service;
		const [customer, video] = [state.addCustomer({ products: [101] }), state.addVideo()];
		faults.add({ ...fault, times: 3, isPerformed: true });
		const who = { customer: chosen(customer.id) };
		const update = { operation: 'update', ...who, updateFields: { name: 'Ada' } };
		expect((await account.run(update, { node: 'customer' })).json).toEqual([
			{ success: true, customer_id: customer.id },
		]);
		const authorization = { operation: 'create', ...who, video: chosen(video.id) };
		expect((await account.run(authorization, { node: 'authorization' })).json).toEqual([
			{ success: true, customer_id: customer.id, video_id: video.id },
		]);
		const deletion = { operation: 'delete', video: chosen(video.id) };
		expect(await account.runOnce(deletion)).toEqual({ deleted: true, id: video.id });
	});
});

interface Removal {
	node: string;
	/** Adds the record to remove, and returns the parameters of the operation. */
	prepare: (service: SimulatedService) => INodeParameters;
	done: object;
}

const REMOVALS: Record<string, Removal> = {
	'Delete a video': {
		node: 'video',
		prepare: ({ state }) => ({ operation: 'delete', video: chosen(state.addVideo().id) }),
		done: { deleted: true },
	},
	'Remove Product': {
		node: 'customer',
		prepare: ({ state }) => {
			const { id } = state.addCustomer({ products: [101] });
			return { operation: 'removeProduct', customer: chosen(id), product: chosen(101) };
		},
		done: {},
	},
	'Remove From Watchlist': {
		node: 'customer',
		prepare: ({ state }) => {
			const [{ id }, video] = [state.addCustomer({ products: [101] }), state.addVideo()];
			state.editCustomer(id, (draft) => {
				draft.watchlist = [{ kind: 'videos', id: video.id }];
			});
			return {
				operation: 'removeFromWatchlist',
				customer: chosen(id),
				video: chosen(video.id),
			};
		},
		done: { success: true },
	},
	'Remove Item': {
		node: 'collection',
		prepare: ({ state }) => {
			const [list, video] = [state.addCollection({ type: 'playlist' }), state.addVideo()];
			state.addItem(list, 'videos', video.id);
			const item = { itemType: 'video', video: chosen(video.id) };
			return { operation: 'removeItem', collection: chosen(list.id), ...item };
		},
		done: { success: true },
	},
};

describe.each(Object.entries(REMOVALS))('%s', (_, { node, prepare, done }) => {
	it('sends one request when nothing fails', async () => {
		const parameters = prepare(account.service);
		account.service.clearLogs();
		expect((await account.run(parameters, { node })).json).toMatchObject([done]);
		expect(account.asked).toEqual([expect.stringMatching(/^DELETE /)]);
	});

	it.each<[string, Fault[]]>([
		['a lost response', [{ status: 502, isPerformed: true }]],
		['a cut connection', [{ kind: 'disconnectAfter' }]],
		[
			'a page of a proxy',
			[
				{ status: 502, isPerformed: true },
				{ kind: 'html', status: 404 },
			],
		],
		['foreign JSON', [{ status: 502, isPerformed: true }, { kind: 'foreignJson' }]],
	])('is done when it finds nothing after %s', async (_name, faults) => {
		const parameters = prepare(account.service);
		account.fail('DELETE', ...faults);
		const { error, json } = await account.run(parameters, { node });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([done]);
	});

	it('is not done by the 404 of a proxy', async () => {
		const parameters = prepare(account.service);
		account.fail('DELETE', { status: 502 }, { kind: 'empty', times: 9 });
		const { error, json } = await account.run(parameters, { node });
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/^Couldn't check whether .* exists?: the response didn't come/);
		expect(error?.description).toContain('The change may have been made anyway');
	});
});
