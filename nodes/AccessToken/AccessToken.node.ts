import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { clientOnlyField } from '../shared/panel/authentication';
import { searchCustomers } from '../shared/methods/listSearch';
import { operationFields, SUBTITLE } from '../shared/panel/operations';
import * as create from './operations/create';
import * as refresh from './operations/refresh';

const OPERATIONS = [create, refresh];

export class AccessToken implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Access Token',
		name: 'accessToken',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Get and renew access tokens',
		defaults: { name: 'Video Subscription Access Token' },
		// Removed by the constructor. n8n's lint requires it, and its type has no other value.
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Only for calling the service outside of these nodes, or for devices: the other nodes get and renew tokens by themselves.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.pairingCode',
					relationHint: 'Gives the first refresh token of a customer',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'videoSubscriptionOAuth2Api', required: true }],
		sensitiveOutputFields: ['access_token', 'refresh_token'],
		requestDefaults: {},
		properties: [
			clientOnlyField(),
			...operationFields({ name: 'Access Token', value: 'accessToken' }, OPERATIONS, 'create'),
		],
	};

	methods = {
		listSearch: { searchCustomers },
	};

	/** Withholds the node from agents: no model may see the tokens in its output. */
	constructor() {
		delete this.description.usableAsTool;
	}
}
