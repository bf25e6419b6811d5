import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { handledBy, operation } from '../../shared/operation/run';
import { checkAccess } from '../access/checkAccess';
import { accessRequest } from '../access/request';
import { anyCustomerField } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description:
		'Find out whether somebody may watch a product now; who is unknown, cancelled, paused or expired has no access',
	routing: {
		request: { method: 'GET', url: '/customers' },
		...handledBy(
			operation(async (context, options) => [await checkAccess(accessRequest(context, options))]),
		),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['checkAccess'] } }, [
		anyCustomerField(),
		locatorAsHref('product', 'qs', { required: true, description: 'The product to be watched' }),
		...outputFields('customer'),
		optionsField(),
	]);
