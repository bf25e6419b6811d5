import {
	type IDataObject,
	type INode,
	type INodePropertyOptions,
	isResourceLocatorValue,
} from 'n8n-workflow';

import { missingRecordError } from '../../shared/client/response';
import { isObject } from '../../shared/data/json';
import { affectedIds } from '../../shared/output/affectedIds';
import { getRows } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

/** The kinds of prices: of a subscription by the period, of other products once or for a while. */
const PAYMENTS = ['monthly', 'yearly', 'purchase', 'rental'];

/** ISO 4217. */
const CURRENCY = /^[a-z]{3}$/i;

const COLUMNS = [
	'product_id',
	'product_name',
	'currency',
	...PAYMENTS,
	...PAYMENTS.map((payment) => `${payment}_cents`),
];

/**
 * Returns one flat row a currency, from the object keyed by currency code (docs/developers/service.md, Products).
 * @throws InvalidResponseError where it has none
 */
function pricesByCurrency(prices: IDataObject, product: IDataObject): IDataObject[] {
	const currencies = Object.entries(prices).filter(
		(entry): entry is [string, IDataObject] => CURRENCY.test(entry[0]) && isObject(entry[1]),
	);
	if (currencies.length === 0) throw missingRecordError();
	return currencies.map(([currency, amounts]) => {
		const paid = PAYMENTS.flatMap((name) => {
			const amount = amounts[name];
			return isObject(amount) ? [{ name, formatted: amount.formatted, cents: amount.price }] : [];
		});
		return {
			...product,
			currency,
			...Object.fromEntries(paid.map(({ name, formatted }) => [name, formatted])),
			...Object.fromEntries(paid.map(({ name, cents }) => [`${name}_cents`, cents])),
		};
	});
}

/** Returns the name of a product that was chosen from the list. An expression may name another product. */
function chosenName({ parameters }: INode): IDataObject {
	const { product } = parameters;
	if (!isResourceLocatorValue(product)) return {};
	const { mode, value, cachedResultName } = product;
	const isChosen = mode === 'list' && !String(value).startsWith('=');
	return isChosen && cachedResultName ? { product_name: cachedResultName } : {};
}

export const option: INodePropertyOptions = {
	name: 'Get Prices',
	value: 'getPrices',
	action: 'Get the prices of a product',
	description: 'Retrieve what a product costs in each currency',
	routing: route(
		{ method: 'GET', url: '/products/:product/prices' },
		getRows((prices, { context, request }) =>
			pricesByCurrency(prices, {
				product_id: affectedIds(request).product_id,
				...chosenName(context.getNode()),
			}),
		),
	),
};

export const output = {
	simplified: 'One item for each currency, with all its prices',
	names: COLUMNS,
};
