import { BASE_URL, chosen, itRefuses, itSends, TRIED } from '../kit.mts';

const path = '/collections/5/items';

/** The three kinds of members, for the two operations that name one. */
export function itMeansOneMember(operation: string, method: string): void {
	const everyMember = {
		collection: chosen(5),
		itemType: '={{ $json.type }}',
		video: chosen('={{ $json.id }}'),
		collectionItem: chosen('={{ $json.id }}'),
		file: chosen('={{ $json.id }}'),
	};

	itSends('collection', operation, {
		'only the member that an expression chooses': {
			parameters: everyMember,
			input: [
				{ type: 'video', id: 7 },
				{ type: 'collection', id: `${BASE_URL}/collections/8/` },
				{ type: 'file', id: '9' },
			],
			sends: [
				{ method, path, body: { video_id: 7 } },
				{ method, path, body: { collection_id: 8 } },
				{ method, path, body: { file_id: 9 } },
			],
			gives: [
				{ success: true, collectionId: 5, videoId: 7 },
				[{ success: true, collectionId: 5, collectionItemId: 8 }, 1],
				[{ success: true, collectionId: 5, fileId: 9 }, 2],
			],
		},
	});

	itRefuses('collection', operation, [
		{
			names: 'Item Type',
			parameters: { ...everyMember, itemType: TRIED, video: chosen(7) },
			good: 'video',
			bad: ['', 'season', null],
		},
		{
			names: 'Video',
			parameters: { collection: chosen(5), video: chosen(TRIED) },
			good: 7,
			bad: ['', 'x', `${BASE_URL}/collections/7`],
		},
		{
			names: 'Collection as Item',
			parameters: {
				collection: chosen(5),
				itemType: 'collection',
				collectionItem: chosen(TRIED),
			},
			good: 7,
			bad: ['', '7/8', `${BASE_URL}/videos/7`],
		},
		{
			names: 'Extra',
			parameters: { collection: chosen(5), itemType: 'file', file: chosen(TRIED) },
			good: 7,
			bad: ['', '7 8', `${BASE_URL}/videos/7`],
		},
	]);
}
