import type { INodePropertyOptions } from 'n8n-workflow';

import { route, operation } from '../../shared/execution/run';
import { checkAccess } from '../access/check';
import { readAccess } from '../access/input';

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description: 'Find out whether a customer may watch a product now',
	routing: route(
		{ method: 'GET', url: '/customers' },
		operation(async ({ context, client }) => await checkAccess(readAccess(context, client))),
	),
};

export const output = 'customer';
