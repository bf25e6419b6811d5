import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/panel/fields';
import { notice, noticeForAgents } from '../../shared/panel/notices';
import { forOneItem, overAllItems } from '../../shared/run/allItems';
import { ACCESS_OUTCOMES, COUNTERS } from '../access/outcomes';
import { route } from '../../shared/request/operation';
import { inputFieldsAdder } from '../inputFields';
import { grantRun } from '../access/grant';
import { BILLING, GRANTING, grantOptions, newCustomerFields } from '../fields';

const details = (): INodeProperties[] =>
	newCustomerFields({
		name: 'The new name of the customer',
		password: 'At least 8 characters. Only for a new customer. An existing password stays.',
	});

const createOrUpdate = grantRun({
	byEmail: true,
	additional: ['expiresIn', 'isRental', 'name', 'password', 'plan', 'sendEmail'],
	updatable: ['name'],
});

export const counters = COUNTERS.createOrUpdate;

const createOrUpdateSettings = {
	outcomes: ACCESS_OUTCOMES,
	counters,
	rowFields: ['email'],
	inputFields: inputFieldsAdder,
};

export const option: INodePropertyOptions = {
	name: 'Create or Update',
	value: 'createOrUpdate',
	action: 'Create or update a customer',
	description:
		'Create a customer, or update the name and the access of the one with this email address (upsert)',
	routing: route(
		{ method: 'POST', url: '/customers' },
		forOneItem(createOrUpdate, createOrUpdateSettings),
	),
};

export const forAllItems = overAllItems(createOrUpdate, createOrUpdateSettings);

export const fields = (): INodeProperties[] => [
	noticeForAgents(
		'createOrUpdateToolNotice',
		'An agent can give billed access with this tool. Put an approval before it.',
	),
	notice(
		'createOrUpdateNotice',
		`${BILLING} Finds the customer by email address, in any status. For an existing customer, only the name and the product are updated. ${GRANTING}`,
	),
	additionalFields(details()),
];

export const output = 'customer';
export const addsOutcome = true;
export const options = grantOptions;
