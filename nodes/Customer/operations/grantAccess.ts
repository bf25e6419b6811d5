import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { additionalFields } from '../../shared/properties/lists';
import { notice } from '../../shared/properties/notices';
import { handledBy, operation } from '../../shared/execution/run';
import { dryRunField } from '../../shared/properties/brake';
import { accessRequest, asksForDryRun } from '../access/request';
import { grantAccess } from '../access/grantAccess';
import { additionalAccessFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Grant Access',
	value: 'grantAccess',
	action: 'Grant access to a product',
	description:
		'Give a customer access to a product; creates the customer if needed, and leaves existing access as is',
	routing: handledBy(
		{ method: 'POST', url: '/customers' },
		operation(async (request) => [(await grantAccess(accessRequest(request))).json], {
			idempotent: true,
			isDry: asksForDryRun,
		}),
	),
};

export const fields = (): INodeProperties[] => [
	notice(
		'grantAccessNotice',
		'Active customers of a subscription product are billed to you. Name, Send Email and Expires In apply only to new customers.',
	),
	additionalFields(additionalAccessFields()),
];

export const output = 'customer';

export const options = (): INodeProperties[] => [dryRunField()];
