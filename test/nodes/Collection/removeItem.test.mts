import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';
import { itMeansOneMember } from './member.mts';

const sent = { method: 'DELETE', path: '/collections/5/items' };

itMeansOneMember('removeItem', 'DELETE');

itSends('collection', 'removeItem', {
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

itRefuses('collection', 'removeItem', [
	{
		names: 'Collection',
		parameters: { collection: chosen(TRIED), video: chosen(7) },
		good: 5,
		bad: badIds('videos'),
	},
]);
