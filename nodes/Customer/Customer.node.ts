import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { authenticationField } from '../shared/fields/authentication';
import { SUBTITLE } from '../shared/fields/subtitle';
import { joinFields } from '../shared/fields/join';
import { searchCustomers, searchProducts, searchVideos } from '../shared/fields/listSearch';
import { testApiKey } from '../shared/http/credentialTest';
import * as addProduct from './operations/addProduct';
import * as addToWatchlist from './operations/addToWatchlist';
import * as checkAccess from './operations/checkAccess';
import * as create from './operations/create';
import * as createOrUpdate from './operations/createOrUpdate';
import * as findByBilling from './operations/findByBilling';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getWatching from './operations/getWatching';
import * as getWatchlist from './operations/getWatchlist';
import * as grantAccess from './operations/grantAccess';
import * as removeFromWatchlist from './operations/removeFromWatchlist';
import * as removeProduct from './operations/removeProduct';
import * as revokeAccess from './operations/revokeAccess';
import * as update from './operations/update';

export class Customer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Customer',
		name: 'customer',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Manage the customers of the video subscription service and what they may watch',
		defaults: { name: 'Video Subscription Customer' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'videoSubscriptionApi',
				required: true,
				testedBy: 'testApiKey',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'videoSubscriptionOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			authenticationField(),
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Customer', value: 'customer' }],
				default: 'customer',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['customer'] } },
				options: [
					addProduct.option,
					addToWatchlist.option,
					checkAccess.option,
					create.option,
					createOrUpdate.option,
					findByBilling.option,
					get.option,
					getAll.option,
					getWatching.option,
					getWatchlist.option,
					grantAccess.option,
					removeFromWatchlist.option,
					removeProduct.option,
					revokeAccess.option,
					update.option,
				],
				default: 'getAll',
			},
			...joinFields(
				create.fields(),
				createOrUpdate.fields(),
				grantAccess.fields(),
				revokeAccess.fields(),
				checkAccess.fields(),
				get.fields(),
				getAll.fields(),
				update.fields(),
				addProduct.fields(),
				removeProduct.fields(),
				findByBilling.fields(),
				getWatching.fields(),
				getWatchlist.fields(),
				addToWatchlist.fields(),
				removeFromWatchlist.fields(),
			),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchProducts, searchVideos },
	};
}
