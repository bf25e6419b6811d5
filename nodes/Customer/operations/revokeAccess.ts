import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { notice, noticeForAgents } from '../../shared/panel/notices';
import { forOneItem, overAllItems } from '../../shared/run/allItems';
import { ACCESS_OUTCOMES, COUNTERS } from '../access/outcomes';
import { route } from '../../shared/request/operation';
import { dryRunField } from '../../shared/panel/fields';
import { revokeRun } from '../access/revoke';
import { removalLimitField } from '../fields';
import { inputFieldsAdder, inputFieldsField } from '../inputFields';

export const counters = COUNTERS.revokeAccess;

const revokeAccessSettings = {
	outcomes: ACCESS_OUTCOMES,
	counters,
	rowFields: ['customer'],
	inputFields: inputFieldsAdder,
};

export const option: INodePropertyOptions = {
	name: 'Revoke Access',
	value: 'revokeAccess',
	action: 'Revoke access to a product',
	description:
		'Revoke the paid and free access of a customer to a product. No error if there is none.',
	routing: route(
		{ method: 'DELETE', url: '/customers' },
		forOneItem(revokeRun, revokeAccessSettings),
	),
};

export const forAllItems = overAllItems(revokeRun, revokeAccessSettings);

export const fields = (): INodeProperties[] => [
	noticeForAgents(
		'revokeAccessToolNotice',
		'An agent can end access with this tool. Put an approval before it.',
	),
	notice(
		'revokeAccessNotice',
		'Removes paid and free access. To see who would lose it, add Dry Run under Options. To set a limit, add Stop If More Revoked Than.',
	),
];

export const output = 'customer';
export const addsOutcome = true;

export const options = (): INodeProperties[] => [
	dryRunField(),
	inputFieldsField(),
	removalLimitField('50'),
];
