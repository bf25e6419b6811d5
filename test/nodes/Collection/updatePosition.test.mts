import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	withService,
} from '../kit.mts';

const sent = { method: 'PUT', path: '/collections/5/update_position' };

itSends('collection', 'updatePosition', {
	'the position of each item': {
		parameters: { collection: chosen('={{ $json.id }}'), position: '={{ $json.place }}' },
		input: [
			{ id: 5, place: 0 },
			{ id: 6, place: '3' },
		],
		sends: [
			{ ...sent, body: { position: 0 } },
			{ method: 'PUT', path: '/collections/6/update_position', body: { position: 3 } },
		],
		answer: {},
		gives: [{ success: true, collectionId: 5 }, [{ success: true, collectionId: 6 }, 1]],
	},
	'every parameter': {
		parameters: { collection: chosen(5), position: 2, options: FOR_CUSTOMER },
		sends: [{ ...sent, body: { position: 2 }, headers: CUSTOMER_HEADERS }],
		answer: {},
		gives: [{ success: true, collectionId: 5 }],
	},
});

itRefuses('collection', 'updatePosition', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED), position: 1 },
		good: 5,
		bad: badIds('videos'),
	},
	{
		names: 'Position',
		parameters: { collection: chosen(5), position: TRIED },
		good: 1,
		bad: ['', null, 'first', 1.5, -1, '9007199254740993'],
	},
]);

it('says what to do about a position that does not exist', async () => {
	await withService('collection', async (run) => {
		const { id } = first(await run({ operation: 'getAll', limit: 1 }));
		const moved = run({
			operation: 'updatePosition',
			collection: chosen(Number(id)),
			position: 999,
		});
		await expect(moved).rejects.toThrow('The service did not accept the position');
	});
});
