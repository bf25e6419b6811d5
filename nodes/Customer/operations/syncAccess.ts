import { UserError, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/fields/lists';
import { notice } from '../../shared/fields/notice';
import { LIMIT_UNITS } from '../access/stopIfMoreThan';
import { additionalAccessFields } from '../fields';
import { syncAccess } from '../syncAccess/syncAccess';

export const option: INodePropertyOptions = {
	name: 'Sync Access',
	value: 'syncAccess',
	action: 'Sync access to a product with a list',
	description: 'Give access to everybody in a list, and end the access of everybody else',
	// An agent has no whole list.
	displayOptions: { hide: { '@tool': [true] } },
	// n8n takes the routing only for agents' tools, and `forAllItems` otherwise.
	routing: { request: { method: 'GET', url: '/customers' } },
};

export const forAllItems = syncAccess;

const NOT_FOR_AGENTS = 'Sync Access is not for agents: it takes the whole list at once';

/** What an agent's tool shows and answers in place of the operation, whose own routing n8n hides from it. */
function refusalForAgents(): INodeProperties {
	return {
		...notice('syncAccessToolNotice', `${NOT_FOR_AGENTS}.`),
		displayOptions: { show: { '@tool': [true] } },
		routing: {
			send: {
				preSend: [
					async () =>
						await Promise.reject(
							new UserError(NOT_FOR_AGENTS, {
								description:
									'Use Grant Access and Revoke Access, for one customer at a time, or put Sync Access into a workflow of its own.',
							}),
						),
				],
			},
		},
	};
}

/** The settings that keep a run from doing harm. */
function safetyFields(): INodeProperties[] {
	return [
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: true,
			description: 'Whether to show what would change, without changing anything',
		},
		{
			displayName: 'Stop If More Than',
			name: 'stopIfMoreThanAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'If more customers would lose access in one run, nothing is changed and the node fails',
		},
		{
			displayName: 'Stop If More Than Unit',
			name: 'stopIfMoreThanUnit',
			type: 'options',
			options: LIMIT_UNITS.map((unit) => ({ ...unit })),
			default: 'percent',
			description: 'What Stop If More Than counts',
		},
	];
}

export const options = (): INodeProperties[] => [
	{
		displayName: 'Never Revoke',
		name: 'neverRevoke',
		type: 'string',
		default: '',
		placeholder: 'e.g. @example.com, ada@example.org',
		description:
			'Addresses and domains that keep access even if they are not in the list, separated by commas or as an array',
	},
	{
		displayName: 'Output Unchanged',
		name: 'outputUnchanged',
		type: 'boolean',
		default: false,
		description: 'Whether to return unchanged customers too',
	},
	{
		displayName: 'Revoke',
		name: 'revoke',
		type: 'boolean',
		default: true,
		description:
			'Whether customers who are not in the list lose access. If off, access is only granted.',
	},
];

export const fields = (): INodeProperties[] => [
	refusalForAgents(),
	notice(
		'syncAccessNotice',
		'The input is the whole list. Customers with access who are not in the list lose access.',
	),
	...safetyFields(),
	additionalFields(additionalAccessFields(), 'For customers who are created or given access'),
];

export const output = 'customer';
