import { type INodeProperties, type INodePropertyOptions, UserError } from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/lists';
import { notice } from '../../shared/properties/notices';
import { switchField } from '../../shared/properties/routing';
import { dryRunField } from '../access/request';
import { IF_MORE, limitFields } from '../access/stopIfMoreThan';
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

function safetyFields(): INodeProperties[] {
	const [amount, unit] = limitFields();
	return [
		dryRunField(),
		{
			...amount,
			displayName: 'Stop If More Than',
			name: 'stopIfMoreThanAmount',
			default: 10,
			description: IF_MORE,
		},
		{
			...unit,
			displayName: 'Stop If More Than Unit',
			name: 'stopIfMoreThanUnit',
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
		...switchField(
			'Output Unchanged',
			'outputUnchanged',
			'Whether to return unchanged customers too',
		),
		default: false,
	},
	switchField(
		'Revoke',
		'revoke',
		'Whether customers who are not in the list lose access. If off, access is only granted.',
	),
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
