import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { handledBy, operation } from '../../shared/operation/run';
import { brakeFields } from '../access/brake';
import { dryRunField } from '../access/dryRun';
import { accessRequest } from '../access/request';
import { revokeAccess } from '../access/revokeAccess';
import { anyCustomerField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Revoke Access',
	value: 'revokeAccess',
	action: 'Revoke access to a product',
	description:
		'End the access of a customer to a product, paid and free; where there is none, nothing is done and that is no error',
	routing: {
		request: { method: 'DELETE', url: '/customers' },
		...handledBy(
			operation(async (context, options) => await revokeAccess(accessRequest(context, options))),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['revokeAccess'] } }, [
		anyCustomerField(),
		locatorAsHref('product', 'body', {
			required: true,
			description: 'The product that the customer may no longer watch',
		}),
		notice(
			'revokeAccessNotice',
			'The customer loses everything that is in the product, paid and free. To end one plan only, use Remove Product. To see first who would lose access, and to stop when they are too many, add Dry Run and Stop If More Than.',
		),
		...outputFields('customer'),
		optionsField([dryRunField(), ...brakeFields()]),
	]);
