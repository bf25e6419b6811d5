import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/panel/fields';
import { notice, noticeForAgents } from '../../shared/panel/notices';
import { forOneItem, overAllItems } from '../../shared/run/allItems';
import { ACCESS_OUTCOMES, COUNTERS } from '../access/outcomes';
import { route } from '../../shared/request/operation';
import { inputFieldsAdder } from '../inputFields';
import { grantRun } from '../access/grant';
import {
	additionalAccessFields,
	BILLING,
	grantOptions,
	GRANTING,
	OF_NEW_CUSTOMERS,
} from '../fields';

const grantAccess = grantRun({
	additional: ['expiresIn', 'isRental', 'name', 'plan', 'sendEmail'],
});

export const counters = COUNTERS.grantAccess;

const grantAccessSettings = {
	outcomes: ACCESS_OUTCOMES,
	counters,
	rowFields: ['customer'],
	inputFields: inputFieldsAdder,
};

export const option: INodePropertyOptions = {
	name: 'Grant Access',
	value: 'grantAccess',
	action: 'Grant access to a product',
	description:
		'Grant a customer access to a product. Creates the customer if needed, and leaves existing access unchanged.',
	routing: route(
		{ method: 'POST', url: '/customers' },
		forOneItem(grantAccess, grantAccessSettings),
	),
};

export const forAllItems = overAllItems(grantAccess, grantAccessSettings);

export const fields = (): INodeProperties[] => [
	noticeForAgents(
		'grantAccessToolNotice',
		'An agent can give billed access with this tool. Put an approval before it.',
	),
	notice('grantAccessNotice', `${BILLING} ${GRANTING}`),
	additionalFields(additionalAccessFields(), OF_NEW_CUSTOMERS),
];

export const output = 'customer';
export const addsOutcome = true;
export const options = grantOptions;
