import type { INodePropertyOptions } from 'n8n-workflow';

import { route } from '../../shared/run/operation';
import { overAllItems } from '../../shared/run/allItems';
import { checkRun } from '../access/check';
import { forOneItem } from '../access/report';

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description: 'Find out whether a customer may watch a product now',
	routing: route({ method: 'GET', url: '/customers' }, forOneItem(checkRun)),
};

export const forAllItems = overAllItems(checkRun);

export const output = 'customer';
export const addsOutcome = true;
