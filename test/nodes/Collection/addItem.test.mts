import nock from 'nock';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import {
	badIds,
	BASE_URL,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { itMeansOneMember } from './member.mts';

const sent = { method: 'PUT', path: '/collections/5/items' };

itMeansOneMember('addItem', 'PUT');

itSends('collection', 'addItem', {
	'nothing but what is required': {
		parameters: { collection: chosen(5), video: chosen(7) },
		sends: [{ ...sent, body: { video_id: 7 } }],
		gives: [{ success: true, collectionId: 5, videoId: 7 }],
	},
	'every parameter': {
		parameters: {
			collection: chosen(5),
			itemType: 'collection',
			collectionItem: chosen(8),
			options: FOR_CUSTOMER,
		},
		sends: [{ ...sent, body: { collection_id: 8 }, headers: CUSTOMER_HEADERS }],
		gives: [{ success: true, collectionId: 5, collectionItemId: 8 }],
	},
});

itRefuses('collection', 'addItem', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED), video: chosen(7) },
		good: 5,
		bad: badIds('videos'),
	},
]);

it('is not repeated when its answer is lost, and says so', async () => {
	nock('https://service.test')
		.put('/api/collections/5/items')
		.reply(502, { message: 'bad gateway' });
	const { error } = await runNode({
		node: 'collection',
		parameters: { operation: 'addItem', collection: chosen(5), video: chosen(7) },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.description).toContain('HTTP 502');
	expect(error?.description).toContain('may have been added all the same');
});
