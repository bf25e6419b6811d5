import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {} from '../../shared/panel/fields';
import { route } from '../../shared/request/operation';
import { forOneItem, overAllItems } from '../../shared/run/allItems';
import { ACCESS_OUTCOMES, COUNTERS } from '../access/outcomes';
import { checkRun } from '../access/check';
import { inputFieldsAdder, inputFieldsField } from '../inputFields';

export const counters = COUNTERS.checkAccess;

const checkAccessSettings = {
	outcomes: ACCESS_OUTCOMES,
	counters,
	rowFields: ['customer'],
	inputFields: inputFieldsAdder,
};

export const option: INodePropertyOptions = {
	name: 'Check Access',
	value: 'checkAccess',
	action: 'Check access to a product',
	description: 'Find out whether a customer may watch a product now',
	routing: route({ method: 'GET', url: '/customers' }, forOneItem(checkRun, checkAccessSettings)),
};

export const forAllItems = overAllItems(checkRun, checkAccessSettings);

export const output = 'customer';
export const addsOutcome = true;
export const options = (): INodeProperties[] => [inputFieldsField()];
