import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { authenticationField, eitherCredential } from '../shared/panel/authentication';
import { limitHint } from '../shared/panel/notices';
import { searchCustomers, searchProducts, searchVideos } from '../shared/methods/listSearch';
import { testApiKey } from '../shared/methods/checkCredential';
import { requiredFields } from './requiredFields';
import { operationFields, SUBTITLE } from '../shared/panel/operations';
import * as addProduct from './operations/addProduct';
import * as addToWatchlist from './operations/addToWatchlist';
import * as checkAccess from './operations/checkAccess';
import * as count from './operations/count';
import * as create from './operations/create';
import * as createOrUpdate from './operations/createOrUpdate';
import * as findByBilling from './operations/findByBilling';
import * as get from './operations/get';
import * as getAll from './operations/getAll';
import * as getWatching from './operations/getWatching';
import * as getWatchlist from './operations/getWatchlist';
import * as grantAccess from './operations/grantAccess';
import * as removeFromWatchlist from './operations/removeFromWatchlist';
import * as removeProduct from './operations/removeProduct';
import * as revokeAccess from './operations/revokeAccess';
import * as syncAccess from './operations/syncAccess';
import * as update from './operations/update';

const OPERATIONS = [
	addProduct,
	addToWatchlist,
	checkAccess,
	count,
	create,
	createOrUpdate,
	findByBilling,
	get,
	getAll,
	getWatching,
	getWatchlist,
	grantAccess,
	removeFromWatchlist,
	removeProduct,
	revokeAccess,
	syncAccess,
	update,
];

export class Customer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Subscription Customer',
		name: 'customer',
		icon: {
			light: 'file:../../icons/videoSubscription.svg',
			dark: 'file:../../icons/videoSubscription.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Manage customers and what they may watch',
		defaults: { name: 'Video Subscription Customer' },
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['customer'], operation: ['grantAccess'] } },
					content: `<patterns>
Grant access after a purchase. It is safe to run again: customers who have access stay unchanged.
parameters: {
  resource: 'customer',
  operation: 'grantAccess',
  customer: { __rl: true, mode: 'email', value: expr('{{ $json.email }}') },
  product: { __rl: true, mode: 'id', value: '12345' },
  additionalFields: { name: expr('{{ $json.name }}'), sendEmail: true },
}
The output begins with outcome: created, granted or unchanged.
</patterns>`,
				},
				{
					displayOptions: { show: { resource: ['customer'], operation: ['syncAccess'] } },
					content: `<patterns>
Make a product's customers those of another system. The input must be the whole list, one item a person: customers
who are not in it lose access. Keep dryRun true until a person has read the output.
parameters: {
  resource: 'customer',
  operation: 'syncAccess',
  product: { __rl: true, mode: 'id', value: '12345' },
  email: expr('{{ $json.email }}'),
  dryRun: true,
  output: 'summary',
}
The output is one item: text for a message, a number for each outcome, stopped, and rows. Set onError to
continueRegularOutput so that a limit or a failure becomes a summary too.
</patterns>`,
				},
			],
			searchHint:
				'To give a customer access after a purchase, registration or CRM change, prefer grantAccess to create: it finds or creates the customer by email address and can be repeated. To end access prefer revokeAccess to removeProduct; to ask, checkAccess. To make those with access match the list of another system, syncAccess.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-video-subscription.videoSubscriptionTrigger',
					relationHint: 'Starts a workflow for new customers and changes of their status',
				},
				{
					nodeType: 'n8n-nodes-video-subscription.product',
					relationHint: 'Says which products access can be given to',
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
					'The service accepts 5 new customers a second: 600 of them take about two minutes. Don’t turn on <b>Retry On Fail</b>.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ ["create", "createOrUpdate", "grantAccess"].includes($parameter["operation"]) && $input.all().length > 100 }}',
			},
			{
				message:
					'More than 10 rows are about to revoke access. <b>Revoke Access</b> can preview them with <b>Dry Run</b>, and limit them with <b>Stop If More Revoked Than</b>.',
				type: 'warning',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
				displayCondition:
					'={{ ["removeProduct", "revokeAccess"].includes($parameter["operation"]) && !$parameter["options"]["dryRun"] && $input.all().length > 10 }}',
			},
		],
		sensitiveOutputFields: [
			'browse_url',
			'oauth.access_token',
			'oauth.refresh_token',
			'_embedded.browse_url',
			'_embedded.oauth.access_token',
			'_embedded.oauth.refresh_token',
		],
		requestDefaults: {},
		properties: [
			authenticationField(),
			...operationFields(
				{ name: 'Customer', value: 'customer' },
				OPERATIONS,
				'getAll',
				requiredFields(),
			),
		],
	};

	/** n8n runs these once for all items, in place of the routing. */
	customOperations = {
		customer: {
			checkAccess: checkAccess.forAllItems,
			createOrUpdate: createOrUpdate.forAllItems,
			grantAccess: grantAccess.forAllItems,
			revokeAccess: revokeAccess.forAllItems,
			syncAccess: syncAccess.forAllItems,
		},
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchCustomers, searchProducts, searchVideos },
	};
}
