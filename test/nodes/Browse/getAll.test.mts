import { describe, expect, it } from 'vitest';

import { Account } from '../account.mts';
import { BASE_URL, chosen, itRefuses, itSends, page, TRIED } from '../kit.mts';

const self = `${BASE_URL}/collections/12?product=${encodeURIComponent(`${BASE_URL}/products/3`)}`;
const row = (name: string, href: string) => ({
	_links: { self: { href }, items: { href: 'items' }, collection_page: { href: 'page' } },
	name,
	items_count: 4,
	is_featured: false,
	thumbnail: { small: 's', medium: null, large: 'l' },
});
const simple = {
	items_count: 4,
	is_featured: false,
	thumbnail: 'l',
	page: 'page',
	items: 'items',
};

itSends('browse', 'getAll', {
	'the href of the product, and returns each row with the ID of its collection': {
		parameters: { product: chosen(3), limit: 10 },
		sends: [
			{
				method: 'GET',
				path: '/browse',
				query: { product: `${BASE_URL}/products/3`, page: '1', per_page: '10' },
			},
		],
		answer: page('items', [row('Series', self), row('Films', self.replace('12', '13'))]),
		gives: [
			{ id: 12, name: 'Series', ...simple, href: self },
			{ id: 13, name: 'Films', ...simple, href: self.replace('12', '13') },
		],
	},
	'the page size, and returns both of two rows with the same href': {
		parameters: { product: chosen(3), returnAll: true, output: 'selected', outputFields: 'name' },
		sends: [
			{
				method: 'GET',
				path: '/browse',
				query: { product: `${BASE_URL}/products/3`, page: '1', per_page: '100' },
			},
		],
		answer: page('items', [row('Series', self), row('Films', self)]),
		gives: [
			{ id: 12, name: 'Series' },
			{ id: 12, name: 'Films' },
		],
	},
});

itRefuses('browse', 'getAll', [
	{ names: 'Product', parameters: { product: chosen(TRIED) }, good: 3, bad: ['', null, 'x y'] },
]);

describe('browse getAll with a failing service', () => {
	const account = new Account('browse', { operation: 'getAll', product: chosen(101) });

	it('is sent again', async () => {
		account.fail('GET', { status: 503 });
		expect((await account.run({})).error).toBeUndefined();
		expect(account.asked).toEqual(['GET /browse', 'GET /browse']);
	});
});
