import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields, dryRunField, switchField } from '../../shared/panel/fields';
import { outputUnchangedField } from '../../shared/panel/runOptions';
import { notice, refusalForAgents } from '../../shared/panel/notices';
import { COUNTERS } from '../access/outcomes';
import { syncAccess } from '../access/sync';
import {
	additionalAccessFields,
	BILLING,
	grantLimitField,
	GRANTING,
	OF_NEW_CUSTOMERS,
	removalLimitField,
} from '../fields';

export const option: INodePropertyOptions = {
	name: 'Sync Access',
	value: 'syncAccess',
	action: 'Sync access to a product with a list',
	description: 'Grant access to everyone in a list, and revoke it from everyone else',
	// An agent never has the complete list.
	displayOptions: { hide: { '@tool': [true] } },
	// n8n uses the routing only for agents' tools, and `forAllItems` otherwise.
	routing: { request: { method: 'GET', url: '/customers' } },
};

export const forAllItems = syncAccess;

export const options = (): INodeProperties[] => [
	{
		displayName: 'Never Revoke',
		name: 'neverRevoke',
		type: 'string',
		default: '',
		placeholder: 'e.g. @example.com, ada@example.org',
		description:
			'Email addresses and domains that keep access even if they are not in the list, separated by commas or as an array',
	},
	outputUnchangedField('customers'),
	switchField(
		'Create',
		'create',
		'Whether to create customers for email addresses that no customer has. If off, these rows are returned as unknown.',
	),
	switchField(
		'Revoke',
		'revoke',
		'Whether customers who are not in the list lose access. If off, access is only granted.',
	),
];

const LIMIT_NOTE = ' Each product has its own limit.';

export const fields = (): INodeProperties[] => [
	refusalForAgents(
		'syncAccessToolNotice',
		'Sync Access is not for agents: it takes the whole list at once',
		'Use Grant Access and Revoke Access, for one customer at a time, or put Sync Access into a workflow of its own.',
	),
	notice(
		'syncAccessNotice',
		`Customers with access who are not in the input lose access, except those in Never Revoke: the input is the whole list. Customers who registered for free have access, too, and lose it if they are not in the input. ${BILLING} ${GRANTING}`,
	),
	dryRunField(),
	removalLimitField('10%', LIMIT_NOTE),
	grantLimitField(LIMIT_NOTE),
	additionalFields(additionalAccessFields(), OF_NEW_CUSTOMERS),
];

export const output = 'customer';
export const counters = COUNTERS.syncAccess;
export const addsOutcome = true;
