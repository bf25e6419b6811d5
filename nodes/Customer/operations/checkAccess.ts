import type { INodePropertyOptions } from 'n8n-workflow';

import { route, operation } from '../../shared/execution/run';
import { forOneItem, overAllItems } from '../../shared/sync/allItems';
import { checkEach, summarizeAccess } from '../access/check';

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description: 'Find out whether a customer may watch a product now',
	routing: route({ method: 'GET', url: '/customers' }, operation(forOneItem(checkEach))),
};

export const forAllItems = overAllItems(checkEach, summarizeAccess);

export const output = 'customer';
