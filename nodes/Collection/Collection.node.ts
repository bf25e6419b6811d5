import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/properties/authentication';
import { limitHint } from '../shared/properties/notices';
import {
	searchCollections,
	searchCustomers,
	searchItems,
	searchProducts,
	searchVideos,
} from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/credentialTest';
import { requiredFields } from './fields';
import { operationFields, type OperationFile } from '../shared/properties/operations';
import * as addItem from './operations/addItem';
import * as create from './operations/create';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getItems from './operations/getItems';
import * as removeItem from './operations/removeItem';
import * as update from './operations/update';
import * as updateItemPosition from './operations/updateItemPosition';
import * as updatePosition from './operations/updatePosition';

const OPERATIONS: OperationFile[] = [
	addItem,
	create,
	get,
	getItems,
	getAll,
	updatePosition,
	updateItemPosition,
	removeItem,
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
			searchHint:
				'For series, seasons, movies, playlists and categories. Move Item (updateItemPosition) takes the item_id of Get Items, not the id of the video.',
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
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			authenticationField(),
			...operationFields(
				{ name: 'Collection', value: 'collection' },
				OPERATIONS,
				'getAll',
				requiredFields(),
			),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCollections, searchCustomers, searchItems, searchProducts, searchVideos },
	};
}
