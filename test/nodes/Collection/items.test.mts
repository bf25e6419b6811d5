import { expect, it } from 'vitest';

import {
	firstPosition,
	type CollectionItem,
	keysByPlace,
	toCollectionItems,
} from '../../../nodes/Collection/items.ts';

const itemsAt = (...positions: number[]): CollectionItem[] =>
	positions.map((position) => {
		const key = `video ${position}`;
		return { key, kind: 'video', id: position, itemId: position, title: null, position };
	});

it.each([
	[[1, 2], 1, ['video 1', 'video 2']],
	[[2, 4], 1, ['gap 0', 'video 2', 'gap 2', 'video 4']],
	[[0, 2], 0, ['video 0', 'gap 1', 'video 2']],
	[[], 1, []],
])(
	'items at the positions %j begin at %d, and gaps keep their places',
	(positions, first, keys) => {
		const items = itemsAt(...positions);
		expect(firstPosition(items)).toBe(first);
		expect(keysByPlace(items)).toEqual(keys);
	},
);

it.each([
	['file', 'file 7'],
	['video', 'unknown 7'],
] as const)(
	'an item of unknown kind, beside rows of the kind %s, has the key %s',
	(wanted, key) => {
		const item = { kind: undefined, id: 7, itemId: 1, title: null, position: 1 };
		expect(toCollectionItems([item], wanted)).toMatchObject([{ key }]);
	},
);
