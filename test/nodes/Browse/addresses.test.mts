import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const account = new Account('browse', {
	operation: 'getAll',
	product: chosen(101),
	output: 'full',
});

it.each(['url', 'id'])(
	'the hrefs of a browse row are accepted by the other nodes in the mode %s',
	async (mode) => {
		const { state } = account.service;
		const { id } = state.addCollection();
		const event = state.addLiveEvent();
		const row = await account.runOnce({});
		const { items } = row.links as { items: string };
		for (const address of [String(row.href), items]) {
			const collection = chosen(address, mode);
			const got = await account.run({ operation: 'get', collection }, { node: 'collection' });
			expect(got.json).toMatchObject([{ id }]);
			const list = await account.run({ operation: 'getItems', collection }, { node: 'collection' });
			expect(list.error).toBeUndefined();
		}
		// On the site of its publisher.
		const liveEvent = chosen(`https://shows.example.com/live_events/${event.id}`, mode);
		const got = await account.run({ operation: 'get', liveEvent }, { node: 'liveEvent' });
		expect(got.json).toMatchObject([{ id: event.id }]);
	},
);
