import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { searchCustomers, searchVideos } from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, SUBTITLE } from '../shared/panel/operations';
import * as create from './operations/create';

const OPERATIONS = [create];

export class Authorization implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Authorization',
		name: 'authorization',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Let a customer play a video on your own site',
		defaults: { name: 'Video Subscription Authorization' },
		usableAsTool: true,
		builderHint: {
			searchHint: 'For a player with which one customer can watch one video on your own site.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.video',
					relationHint: 'Says which videos there are',
				},
				{ nodeType: 'n8n-nodes-video-subscription.customer', relationHint: 'Says who may watch' },
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential(),
		sensitiveOutputFields: ['token', 'player_html', 'player.html'],
		requestDefaults: {},
		properties: [
			authenticationField(),
			...operationFields({ name: 'Authorization', value: 'authorization' }, OPERATIONS, 'create'),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchVideos },
	};
}
