import { z } from 'zod';

import {
	endpoint,
	flag,
	integer,
	link,
	ownHref,
	paging,
	queryBoolean,
	text,
	texts,
	thumbnail,
	times,
} from './common.mts';
import { productSorts } from './values.mts';

const price = z.looseObject({ cents: integer, currency: text, formatted: text }).nullish();

export const product = z.looseObject({
	_links: z.looseObject({ self: link, collections: link, customers: link }).nullish(),
	id: z.int(),
	name: text,
	description: text,
	thumbnail,
	price: z.looseObject({ monthly: price, yearly: price }).nullish(),
	is_active: flag,
	series_count: integer,
	movies_count: integer,
	playlists_count: integer,
	sections_count: integer,
	categories_count: integer,
	types: texts,
	...times,
});

const priceEntry = z.looseObject({ id: integer, price: integer, formatted: text }).nullish();
const currencyPrices = z.looseObject({
	monthly: priceEntry,
	yearly: priceEntry,
	purchase: priceEntry,
	rental: priceEntry,
});
/** Keyed by currency code. */
export const productPrices = z.record(z.string(), currencyPrices);

export const products = [
	endpoint('products.get', 'GET', '/products/:id', {
		query: z.strictObject({ href: ownHref('products') }),
		item: product,
	}),
	endpoint('products.getAll', 'GET', '/products', {
		query: z.strictObject({
			query: z.string().optional(),
			active: queryBoolean.optional(),
			sort: z.enum(productSorts).optional(),
			...paging,
		}),
		item: product,
	}),
	endpoint('products.getPrices', 'GET', '/products/:id/prices', {
		item: productPrices,
	}),
] as const;
