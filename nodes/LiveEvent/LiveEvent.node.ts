import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchCustomers, searchProducts } from '../shared/methods/listSearch';
import { locatorAsHref, locatorInPath } from '../shared/panel/locators';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, shownFor, SUBTITLE } from '../shared/panel/operations';
import * as count from './operations/count';
import * as get from './operations/get';
import * as getAll from './operations/getAll';

const OPERATIONS = [count, get, getAll];

export class LiveEvent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Live Event',
		name: 'liveEvent',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Read live events',
		defaults: { name: 'Video Subscription Live Event' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For live streams of a product. To act on new ones, begin with the trigger and its event liveEventCreated.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
					relationHint: 'Starts a workflow for each new live event',
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
			...operationFields({ name: 'Live Event', value: 'liveEvent' }, OPERATIONS, 'getAll', [
				...shownFor(['get'], locatorInPath('liveEvent')),
				...shownFor(
					['count', 'getAll'],
					locatorAsHref('product', 'qs', {
						required: true,
						description: 'The product whose live events are meant',
					}),
				),
			]),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchProducts },
	};
}
