import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { notice } from '../../shared/fields/notice';
import { outputFields } from '../../shared/fields/output';
import { handledBy, operation } from '../../shared/operation/run';
import { dryRunField } from '../access/dryRun';
import { grantAccess } from '../access/ensureAccess';
import { accessRequest } from '../access/request';
import { additionalAccessFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Grant Access',
	value: 'grantAccess',
	action: 'Grant access to a product',
	description:
		'Give a customer access to a product; creates the customer if needed, and leaves existing access as is',
	routing: {
		request: { method: 'POST', url: '/customers' },
		...handledBy(
			operation(
				async (context, options) => [(await grantAccess(accessRequest(context, options))).json],
				{ repeatable: true },
			),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['grantAccess'] } }, [
		notice(
			'grantAccessNotice',
			'Active customers of a subscription product are billed to you. Name, Send Email and Expires In apply only to new customers.',
		),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: additionalAccessFields(),
		},
		...outputFields('customer'),
		optionsField([dryRunField()]),
	]);
