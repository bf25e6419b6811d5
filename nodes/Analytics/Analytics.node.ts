import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { authenticationField } from '../shared/fields/authentication';
import { SUBTITLE } from '../shared/fields/subtitle';
import { searchCustomers, searchVideos } from '../shared/fields/listSearch';
import { testApiKey } from '../shared/http/credentialTest';
import * as getReport from './operations/getReport';

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
		description: 'Read the reports of the video subscription service',
		defaults: { name: 'Video Subscription Analytics' },
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
				options: [{ name: 'Analytics', value: 'analytics' }],
				default: 'analytics',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['analytics'] } },
				options: [getReport.option],
				default: 'getReport',
			},
			...getReport.fields(),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchVideos },
	};
}
