import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { searchCustomers, searchVideos } from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, SUBTITLE } from '../shared/panel/operations';
import * as getReport from './operations/getReport';

const OPERATIONS = [getReport];

export class Analytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Analytics',
		name: 'analytics',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Read reports on subscribers, revenue and plays',
		defaults: { name: 'Video Subscription Analytics' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For churn, revenue, subscribers, plays and visits as rows. Set Period and Group By; why customers left is the report churn: its rows are totals of each reason, or people with the parameter rows set to people.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.customer',
					relationHint: 'Finds the people of a report by their customer_id',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential(),
		hints: [
			{
				message:
					'Each list of this report contains up to 50 entries. To get more, add <b>Maximum Entries</b> under Options. A shortened list shows how many there are in all, for example <code>reasons_total</code> beside <code>reasons_count</code>.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'afterExecution',
				displayCondition:
					'={{ $parameter["type"] === "churn" && $parameter["options"]["perPage"] === undefined }}',
			},
		],
		requestDefaults: {},
		properties: [
			authenticationField(),
			...operationFields({ name: 'Analytics', value: 'analytics' }, OPERATIONS, 'getReport'),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchVideos },
	};
}
