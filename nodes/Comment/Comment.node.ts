import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchComments, searchCustomers, searchVideos } from '../shared/methods/listSearch';
import { locatorAsHref, locatorInPath, withoutList } from '../shared/panel/locators';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, shownFor, SUBTITLE } from '../shared/panel/operations';
import * as count from './operations/count';
import * as create from './operations/create';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as report from './operations/report';

const OPERATIONS = [count, create, get, getAll, report];

export class Comment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Comment',
		name: 'comment',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Read, write and report comments on videos',
		defaults: { name: 'Video Subscription Comment' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For comments on videos. To act on new ones, begin with the trigger and its event commentCreated.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
					relationHint: 'Starts a workflow for each new comment',
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
			...operationFields({ name: 'Comment', value: 'comment' }, OPERATIONS, 'getAll', [
				...shownFor(['get', 'report'], withoutList(locatorInPath('comment'))),
				...shownFor(
					['count', 'getAll'],
					locatorAsHref('video', 'qs', {
						required: true,
						description: 'The video whose comments are meant',
					}),
				),
			]),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchComments, searchCustomers, searchVideos },
	};
}
