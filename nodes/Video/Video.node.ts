import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchCollections, searchCustomers, searchVideos } from '../shared/methods/listSearch';
import { locatorInPath } from '../shared/panel/locators';
import { testApiKey } from '../shared/methods/checkCredential';
import { operationFields, shownFor, SUBTITLE } from '../shared/panel/operations';
import * as count from './operations/count';
import * as create from './operations/create';
import * as deleteVideo from './operations/delete';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getFiles from './operations/getFiles';
import * as update from './operations/update';
import * as waitUntilUploaded from './operations/waitUntilUploaded';

const OPERATIONS = [count, create, deleteVideo, get, getFiles, getAll, update, waitUntilUploaded];

export class Video implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Video',
		name: 'video',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Manage videos and their files',
		defaults: { name: 'Video Subscription Video' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For uploading and describing videos. Create needs sourceUrl to have a video file. If an upload may take hours, prefer the trigger and its event uploadCompleted to waitUntilUploaded.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
					relationHint: 'Starts a workflow when an upload is complete',
				},
				{
					nodeType: 'n8n-nodes-video-subscription.collection',
					relationHint: 'Puts videos into series, seasons and playlists',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: eitherCredential(),
		hints: [
			limitHint(),
			{
				message:
					'Without a <b>Source URL</b>, there is nothing to watch. Add the video file now, or later with Update.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition: '={{ $parameter["operation"] === "create" && !$parameter["sourceUrl"] }}',
			},
			{
				message: 'Deletions can’t be undone. This node deletes one video for each item.',
				type: 'warning',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition: '={{ $parameter["operation"] === "delete" && $input.all().length > 1 }}',
			},
		],
		requestDefaults: {},
		properties: [
			authenticationField(),
			...operationFields(
				{ name: 'Video', value: 'video' },
				OPERATIONS,
				'getAll',
				shownFor(
					['delete', 'get', 'getFiles', 'update', 'waitUntilUploaded'],
					locatorInPath('video'),
				),
			),
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCollections, searchCustomers, searchVideos },
	};
}
