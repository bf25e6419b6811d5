import {
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { authenticationField } from '../shared/panel/authentication';
import { searchProducts, searchVideos } from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { poll } from './poll';
import { eventsField } from './config';
import { eventFields, triggerOptionsField } from './properties';

export class VideoSubscriptionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Trigger',
		name: 'videoSubscriptionTrigger',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["events"].slice(0, 3).map((event) => event.replace(/[A-Z]/g, " $&").toLowerCase().toSentenceCase()).join(", ") + ($parameter["events"].length > 3 ? " and " + ($parameter["events"].length - 3) + " more" : "") }}',
		description:
			'Starts the workflow when a customer, comment or live event is created, a customer gets or loses a product or changes status, or a video is uploaded or published',
		defaults: { name: 'Video Subscription Trigger' },
		polling: true,
		eventTriggerDescription:
			'n8n starts the workflow with new events of your video subscription service',
		triggerPanel: {
			header: 'Get example events from your service',
			executionsHelp: {
				inactive:
					'Click <b>Fetch Test Event</b> to get up to ten real records of your service. This changes nothing there. After you publish the workflow, it starts by itself for each new event.',
				active:
					'Click <b>Fetch Test Event</b> to get up to ten real records of your service. The published workflow starts by itself for each new event.',
			},
			activationHint: 'After you publish the workflow, it starts by itself for each new event.',
		},
		builderHint: {
			extraTypeDefContent: [
				{
					content: `<patterns>
Each event is one item: the record, and event: { id, type, occurredAt }. One trigger hears several events; never use two
triggers of this node in one workflow. An n8n-nodes-base.switch on the type sends each event to its own steps.
parameters: { events: ['customerCreated', 'commentCreated', 'uploadCompleted'], options: { safeText: true } }
The rules of the Switch compare expr('{{ $json.event.type }}') with 'customerCreated', 'commentCreated' and 'uploadCompleted'.
For an email to each customer, let each event be an execution of its own: one that fails can be retried by itself.
parameters: {
  events: ['productAdded'],
  product: { __rl: true, mode: 'id', value: '12345' },
  options: { eventsPerExecution: 1 },
}
Where the email must not come twice, n8n-nodes-base.removeDuplicates with operation 'removeItemsSeenInPreviousExecutions' by
the customer's id and a raised historySize. Then the email to expr('{{ $json.email }}').
</patterns>`,
				},
			],
			searchHint:
				'Starts a workflow for any of these events, several of them in one trigger: each new customer, comment or live event, each access to a product that a customer gets or loses, each change of status and each uploaded or published video. Follow it with a node that acts on one record, for example customer (grant access), comment (report), an email or a row elsewhere. Each item has event.id, which is the same for the same event forever. To compare everything once a day, prefer a schedule and customer getAll.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.customer',
					relationHint: 'Gives, ends or checks the access of the customer of the event',
				},
				{
					nodeType: 'n8n-nodes-video-subscription.comment',
					relationHint: 'Reports or answers the comment of the event',
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		// Not `eitherCredential`: the linter of community nodes finds `testedBy` only in a literal.
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
		properties: [authenticationField(), eventsField(), ...eventFields(), triggerOptionsField()],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchProducts, searchVideos },
	};

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
