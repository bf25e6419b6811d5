import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';

const sent = { method: 'PUT', path: '/collections/5/items/9' };
const answer = { id: 7, item_id: 9, position: 2, _links: { self: { href: 'x' } } };
const given = { id: 7, item_id: 9, position: 2, href: 'x' };

itSends('collection', 'updateItemPosition', {
	'the position of each item': {
		parameters: {
			collection: chosen('={{ $json.collection }}'),
			item: chosen('={{ $json.item }}'),
			position: '={{ $json.place }}',
		},
		input: [
			{ collection: 5, item: 9, place: 0 },
			{ collection: '6', item: '10', place: '3' },
		],
		sends: [
			{ ...sent, body: { position: 0 } },
			{ method: 'PUT', path: '/collections/6/items/10', body: { position: 3 } },
		],
		answer,
		gives: [given, [given, 1]],
	},
	'every parameter': {
		parameters: {
			collection: chosen(5, 'list'),
			item: chosen('9', 'list'),
			position: 2,
			options: FOR_CUSTOMER,
		},
		sends: [{ ...sent, body: { position: 2 }, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [given],
	},
});

itRefuses('collection', 'updateItemPosition', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED), item: chosen(9), position: 1 },
		good: 5,
		bad: badIds('items'),
	},
	{
		names: 'Item',
		parameters: { collection: chosen(5), item: chosen(TRIED), position: 1 },
		good: 9,
		bad: badIds('videos'),
	},
	{
		names: 'Position',
		parameters: { collection: chosen(5), item: chosen(9), position: TRIED },
		good: 1,
		bad: ['', 'last', -1],
	},
]);
