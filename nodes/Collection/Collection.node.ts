import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import {
	searchCollections,
	searchCustomers,
	searchItems,
	searchProducts,
	searchVideos,
} from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { requiredCollectionFields } from './fields';
import { operationFields } from '../shared/panel/operations';
import * as addItem from './operations/addItem';
import * as count from './operations/count';
import * as create from './operations/create';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getItems from './operations/getItems';
import * as removeItem from './operations/removeItem';
import * as syncItems from './operations/syncItems';
import * as update from './operations/update';
import * as updateItemPosition from './operations/updateItemPosition';
import * as updatePosition from './operations/updatePosition';

const OPERATIONS = [
	addItem,
	count,
	create,
	get,
	getItems,
	getAll,
	updatePosition,
	updateItemPosition,
	removeItem,
	syncItems,
	update,
];

export class Collection implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Collection',
		name: 'collection',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle:
			'={{ ($parameter["resource"] + ": " + $parameter["operation"]).replace("getAll", "getMany").replace("updateItemPosition", "moveItem").replace("updatePosition", "move").replace(/[A-Z]/g, " $&").toLowerCase().toSentenceCase() }}',
		description: 'Manage series, seasons, movies, playlists and categories',
		defaults: { name: 'Video Subscription Collection' },
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['collection'], operation: ['syncItems'] } },
					content: `<patterns>
Make a playlist, season or movie exactly the videos of a sheet, in its order. The input must be the whole list, one item
a video: a video that is not in it is removed from the collection. Keep dryRun true until a person has read the output.
parameters: {
  resource: 'collection',
  operation: 'syncItems',
  collection: { __rl: true, mode: 'id', value: '12345' },
  itemType: 'video',
  video: { __rl: true, mode: 'id', value: expr('{{ $json.video_id }}') },
  dryRun: true,
}
</patterns>`,
				},
			],
			searchHint:
				'For series, seasons, movies, playlists and categories. Move Item (updateItemPosition) takes the item_id of Get Items, not the id of the video. To put many videos into order, or to make a collection match a list, syncItems.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.video',
					relationHint: 'Creates the videos that go into a collection',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential(),
		hints: [limitHint()],
		requestDefaults: {},
		properties: [
			authenticationField(),
			...operationFields(
				{ name: 'Collection', value: 'collection' },
				OPERATIONS,
				'getAll',
				requiredCollectionFields(),
			),
		],
	};

	/** The operations that n8n runs once for all items, in place of the routing. */
	customOperations = { collection: { syncItems: syncItems.forAllItems } };

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCollections, searchCustomers, searchItems, searchProducts, searchVideos },
	};
}
