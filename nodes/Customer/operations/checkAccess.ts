import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { inputFieldsField } from '../../shared/panel/fields';
import { route } from '../../shared/run/operation';
import { forOneItem, overAllItems } from '../../shared/run/allItems';
import { COUNTERS } from '../../shared/run/summary';
import { checkRun } from '../access/check';

export const counters = COUNTERS.checkAccess;

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description: 'Find out whether a customer may watch a product now',
	routing: route({ method: 'GET', url: '/customers' }, forOneItem(checkRun, counters)),
};

export const forAllItems = overAllItems(checkRun, { counters, rowFields: ['customer'] });

export const output = 'customer';
export const addsOutcome = true;
export const options = (): INodeProperties[] => [inputFieldsField()];
