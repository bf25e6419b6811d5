import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchCustomers, searchProducts } from '../shared/methods/listSearch';
import { locatorInPath } from '../shared/panel/locators';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, shownFor, SUBTITLE } from '../shared/panel/operations';
import * as count from './operations/count';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getPrices from './operations/getPrices';

const OPERATIONS = [count, get, getAll, getPrices];

export class Product implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Product',
		name: 'product',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Read products and their prices',
		defaults: { name: 'Video Subscription Product' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For what is sold: subscriptions, rentals and purchases, and their prices by currency.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.customer',
					relationHint: 'Grants and revokes access to a product',
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
				{ name: 'Product', value: 'product' },
				OPERATIONS,
				'getAll',
				shownFor(['get', 'getPrices'], locatorInPath('product')),
			),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchProducts },
	};
}
