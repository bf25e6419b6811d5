import { z } from 'zod';

import {
	done,
	endpoint,
	href,
	integer,
	link,
	ownHref,
	paging,
	queryId,
	queryInteger,
	booleanText,
	switchInteger,
	text,
	times,
} from './common.mts';
import { product } from './products.mts';
import {
	customerPlans,
	customerSorts,
	customerStatusFilters,
	expiryUnits,
	minPasswordLength,
} from './values.mts';
import { video } from './videos.mts';

export const billing = z.discriminatedUnion('provider', [
	z.strictObject({ provider: z.literal('apple'), receipt: z.string().min(1) }),
	z.strictObject({
		provider: z.literal('google'),
		package_name: z.string().min(1),
		subscription_id: z.string().min(1),
		token: z.string().min(1),
	}),
	z.strictObject({ provider: z.literal('roku'), transaction_id: z.string().min(1) }),
]);

const password = z
	.string()
	.refine(
		(text) => [...text].length >= minPasswordLength,
		`must have at least ${minPasswordLength} characters`,
	);
/** A number, a hyphen and a unit: `3-months`. */
const expiresIn = z
	.string()
	.regex(
		new RegExp(`^[1-9]\\d*-(?:${expiryUnits.join('|')})$`),
		`must be a number, a hyphen and one of ${expiryUnits.join(', ')}`,
	);

export const customerTokens = z.looseObject({
	access_token: z.string(),
	refresh_token: text,
	token_type: text,
	expires_in: integer,
	scope: text,
});

export const customer = z.looseObject({
	_links: z.looseObject({ self: link, watchlist: link, watching: link }).nullish(),
	_embedded: z
		.looseObject({
			browse_url: text,
			oauth: customerTokens.nullish(),
			products: z.array(product).nullish(),
		})
		.nullish(),
	id: z.int(),
	name: text,
	email: text,
	plan: text,
	platform: text,
	...times,
});

/**
 * `product_id` is what a guide for in-app purchases calls `product` (docs/developers/service.md, Customers).
 */
const productScope = {
	product: href('products').optional(),
	product_id: queryId('products').optional(),
};
const watchlistQuery = {
	...paging,
	show_all: booleanText.optional(),
	source_id: queryInteger.optional(),
};

export const customers = [
	endpoint('customers.create', 'POST', '/customers', {
		body: z.strictObject({
			email: z.email(),
			product: href('products'),
			name: z.string().optional(),
			billing: billing.optional(),
			expires_in: expiresIn.optional(),
			is_rental: switchInteger.optional(),
			password: password.optional(),
			plan: z.enum(customerPlans).optional(),
			send_email: switchInteger.optional(),
		}),
		item: customer,
	}),
	endpoint('customers.get', 'GET', '/customers/:id', {
		query: z.strictObject({ href: ownHref('customers'), ...productScope }),
		item: customer,
	}),
	endpoint('customers.findByBilling', 'POST', '/customers/find_by_billing', {
		body: z.strictObject({ billing, product: href('products') }),
		item: customer,
	}),
	endpoint('customers.getAll', 'GET', '/customers', {
		query: z.strictObject({
			...productScope,
			email: z.string().optional(),
			query: z.string().optional(),
			sort: z.enum(customerSorts).optional(),
			status: z.enum(customerStatusFilters).optional(),
			...paging,
		}),
		item: customer,
	}),
	endpoint('customers.update', 'PUT', '/customers/:id', {
		body: z.strictObject({
			name: z.string().optional(),
			password: password.optional(),
			// From an older description.
			email: z.email().optional(),
		}),
		item: customer,
	}),
	endpoint('customers.addProduct', 'PUT', '/customers/:id/products', {
		body: z.strictObject({
			href: ownHref('customers'),
			product: href('products'),
			plan: z.enum(customerPlans).optional(),
			is_rental: switchInteger.optional(),
		}),
		item: customer,
	}),
	endpoint('customers.removeProduct', 'DELETE', '/customers/:id/products', {
		body: z.strictObject({
			href: ownHref('customers'),
			product: href('products'),
			plan: z.enum(customerPlans).optional(),
		}),
		item: customer,
	}),
	endpoint('customers.getWatching', 'GET', '/customers/:id/watching', {
		// The customer is given in the path, or in the header.
		query: z.strictObject(paging),
		item: video,
	}),
	endpoint('customers.getWatchlist', 'GET', '/customers/:id/watchlist', {
		query: z.strictObject({ customer: ownHref('customers'), ...watchlistQuery }),
		item: video,
	}),
	endpoint('customers.addToWatchlist', 'PUT', '/customers/:id/watchlist', {
		body: z.strictObject({ customer: ownHref('customers'), video: href('videos') }),
		item: done,
	}),
	endpoint('customers.removeFromWatchlist', 'DELETE', '/customers/:id/watchlist', {
		body: z.strictObject({ customer: ownHref('customers'), video: href('videos') }),
		item: done,
	}),
	endpoint('customers.getMyWatching', 'GET', '/me/watching', {
		auth: 'customerToken',
		query: z.strictObject(paging),
		item: video,
	}),
	endpoint('customers.getMyWatchlist', 'GET', '/me/watchlist', {
		auth: 'customerToken',
		query: z.strictObject(watchlistQuery),
		item: video,
	}),
	endpoint('customers.addToMyWatchlist', 'PUT', '/me/watchlist', {
		auth: 'customerToken',
		body: z.strictObject({ video: href('videos') }),
		item: done,
	}),
	endpoint('customers.removeFromMyWatchlist', 'DELETE', '/me/watchlist', {
		auth: 'customerToken',
		body: z.strictObject({ video: href('videos') }),
		item: done,
	}),
] as const;
