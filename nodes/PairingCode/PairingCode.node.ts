import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { clientOnlyField } from '../shared/panel/authentication';
import { searchCustomers } from '../shared/methods/listSearch';
import { operationFields, shownFor, SUBTITLE } from '../shared/panel/operations';
import { codeField } from './code';
import * as create from './operations/create';
import * as get from './operations/get';
import * as waitUntilPaired from './operations/waitUntilPaired';

const OPERATIONS = [create, get, waitUntilPaired];

export class PairingCode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Pairing Code',
		name: 'pairingCode',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Pair a device with a customer',
		defaults: { name: 'Video Subscription Pairing Code' },
		// Removed by the constructor. n8n's lint requires it, and its type has no other value.
		usableAsTool: true,
		builderHint: {
			searchHint:
				'To sign a customer in on a device: create a code, show it, then waitUntilPaired gives the tokens.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-video-subscription.accessToken', relationHint: 'Renews the tokens' },
				{
					nodeType: 'n8n-nodes-video-subscription.customer',
					relationHint: 'Reads the lists of the customer who is signed in',
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
			...operationFields(
				{ name: 'Pairing Code', value: 'pairingCode' },
				OPERATIONS,
				'create',
				shownFor(['get', 'waitUntilPaired'], codeField()),
			),
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
