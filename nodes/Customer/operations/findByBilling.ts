import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { billingFields } from '../billing';
import { getRecord } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

const NO_CUSTOMER = {
	cause: 'No customer has this purchase',
	remedy: 'Check the billing fields, and that the product is the one that was bought.',
};

export const option: INodePropertyOptions = {
	name: 'Find by Billing',
	value: 'findByBilling',
	action: 'Find a customer by billing',
	description:
		'Find the customer who paid through Apple, Google or Roku, by the data of that purchase',
	// The POST only looks up a customer, so it can be repeated, and nothing may have been changed anyway.
	routing: route(
		{ method: 'POST', url: '/customers/find_by_billing' },
		getRecord('customer', {
			changesNothing: true,
			idempotent: true,
			ambiguousHint: '',
			explanations: { 404: NO_CUSTOMER },
		}),
	),
};

export const fields = (): INodeProperties[] => billingFields();

export const output = 'customer';
