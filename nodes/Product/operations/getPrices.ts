import {
	updateDisplayOptions,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { isObject } from '../../shared/json';
import { getRows } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

/** One row a currency, from the object keyed by currency code (spec, Product prices). */
export function pricesByCurrency(prices: IDataObject): IDataObject[] {
	return Object.entries(prices)
		.filter((entry): entry is [string, IDataObject] => isObject(entry[1]))
		.map(([currency, amounts]) => ({ currency, ...amounts }));
}

export const option: INodePropertyOptions = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get the prices of a product',
	description: 'Retrieve what a product costs in each currency',
	routing: {
		request: { method: 'GET', url: '/products/:product/prices' },
		...handledBy(getRows(pricesByCurrency)),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getPrices'] } }, [
		locatorInPath('product'),
		...outputFields(),
		optionsField(),
	]);
