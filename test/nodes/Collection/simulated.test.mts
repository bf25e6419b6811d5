import { expect, it } from 'vitest';

import { nodeTypes } from '../../kit/engine.mts';
import { chosen, withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('collection', async (run) => {
		const [series] = await run({
			operation: 'create',
			type: 'series',
			name: 'Tides, Again',
			additionalFields: { plans: ['free'], metadataJson: { language: 'sv' } },
		});
		const [season] = await run({
			operation: 'create',
			type: 'season',
			name: 'Season 9',
			additionalFields: { seriesId: chosen(Number(series?.id)), seasonNumber: 9 },
		});
		const collection = chosen(Number(series?.id));
		const getItems = async () => await run({ operation: 'getItems', collection });
		expect(await getItems()).toMatchObject([{ id: season?.id }]);

		const [other] = await run({ operation: 'getAll', limit: 1, filters: { type: ['playlist'] } });
		const member = {
			collection,
			itemType: 'collection',
			collectionItem: chosen(Number(other?.id)),
		};
		expect(await run({ operation: 'addItem', ...member })).toEqual([
			{ success: true, collectionId: series?.id, collectionItemId: other?.id },
		]);
		const [, added] = await getItems();
		const item = chosen(Number(added?.item_id));
		await run({ operation: 'updateItemPosition', collection, item, position: 1 });
		expect(await getItems()).toMatchObject([{ id: other?.id }, { id: season?.id }]);
		await run({ operation: 'removeItem', ...member });
		expect(await getItems()).toMatchObject([{ id: season?.id }]);

		const updateFields = { name: 'Ebb', slug: 'ebb', geoUnavailable: 'FR', plans: ['public'] };
		await run({ operation: 'update', collection, updateFields });
		await run({ operation: 'updatePosition', collection, position: 1 });
		expect(await run({ operation: 'get', collection, output: 'full' })).toMatchObject([
			{ id: series?.id, name: 'Ebb', slug: 'ebb', plans: ['public'], position: 1 },
		]);
	});
});

it('an item is offered from a list and by id, as it has no address of its own', () => {
	const item = nodeTypes.collection?.description.properties.find(({ name }) => name === 'item');
	expect(item?.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
});
