import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchCustomers, searchProducts } from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, SUBTITLE } from '../shared/panel/operations';
import * as getAll from './operations/getAll';

const OPERATIONS = [getAll];

export class Browse implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Browse',
		name: 'browse',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Read the rows that customers of a product browse through',
		defaults: { name: 'Video Subscription Browse' },
		usableAsTool: true,
		builderHint: {
			searchHint: 'For the rows of the start page of a subscription product, in their order.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.collection',
					relationHint: 'Get Items reads what is in a row, by its href',
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
			...operationFields({ name: 'Browse', value: 'browse' }, OPERATIONS, 'getAll'),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchProducts },
	};
}
