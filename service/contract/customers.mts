import { z } from 'zod';

import {
	done,
	endpoint,
	href,
	integer,
	link,
	ownHref,
	pageOf,
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

const password = z.string().min(minPasswordLength);
/** A number, a hyphen, a unit: `3-months`. The unit may stand in the singular. */
const expiresIn = z
	.string()
	.regex(
		new RegExp(`^[1-9]\\d*-(?:${expiryUnits.map((unit) => `${unit}?`).join('|')})$`),
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
 * `product_id` is what a guide for in-app purchases calls `product` (docs/service.md, Customers).
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
const watched = { response: { body: pageOf('items', video) }, item: video };
/** Response body: not shown. */
const unspecified = { response: { status: [200, 201, 204], body: z.unknown() }, item: done };

export const customers = [
	endpoint({
		id: 'customers.create',
		method: 'POST',
		path: '/customers',
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
		response: { status: [200, 201] },
		item: customer,
	}),
	endpoint({
		id: 'customers.get',
		method: 'GET',
		path: '/customers/:id',
		query: z.strictObject({ href: ownHref('customers'), ...productScope }),
		item: customer,
	}),
	endpoint({
		id: 'customers.findByBilling',
		method: 'POST',
		path: '/customers/find_by_billing',
		body: z.strictObject({ billing, product: href('products') }),
		response: { status: [200, 201] },
		item: customer,
	}),
	endpoint({
		id: 'customers.getAll',
		method: 'GET',
		path: '/customers',
		query: z.strictObject({
			...productScope,
			email: z.string().optional(),
			query: z.string().optional(),
			sort: z.enum(customerSorts).optional(),
			status: z.enum(customerStatusFilters).optional(),
			...paging,
		}),
		response: { body: pageOf('customers', customer) },
		item: customer,
	}),
	endpoint({
		id: 'customers.update',
		method: 'PUT',
		path: '/customers/:id',
		body: z.strictObject({
			name: z.string().optional(),
			password: password.optional(),
			// from an older description
			email: z.email().optional(),
		}),
		item: customer,
	}),
	endpoint({
		id: 'customers.addProduct',
		method: 'PUT',
		path: '/customers/:id/products',
		body: z.strictObject({
			href: ownHref('customers'),
			product: href('products'),
			plan: z.enum(customerPlans).optional(),
			is_rental: switchInteger.optional(),
		}),
		response: { status: [200, 201, 204] },
		item: customer,
	}),
	endpoint({
		id: 'customers.removeProduct',
		method: 'DELETE',
		path: '/customers/:id/products',
		body: z.strictObject({
			href: ownHref('customers'),
			product: href('products'),
			plan: z.enum(customerPlans).optional(),
		}),
		response: { status: [200, 201, 204] },
		item: customer,
	}),
	endpoint({
		id: 'customers.getWatching',
		method: 'GET',
		path: '/customers/:id/watching',
		// the customer is given in the path, or in the header
		query: z.strictObject(paging),
		...watched,
	}),
	endpoint({
		id: 'customers.getWatchlist',
		method: 'GET',
		path: '/customers/:id/watchlist',
		query: z.strictObject({ customer: ownHref('customers'), ...watchlistQuery }),
		...watched,
	}),
	endpoint({
		id: 'customers.addToWatchlist',
		method: 'PUT',
		path: '/customers/:id/watchlist',
		body: z.strictObject({ customer: ownHref('customers'), video: href('videos') }),
		...unspecified,
	}),
	endpoint({
		id: 'customers.removeFromWatchlist',
		method: 'DELETE',
		path: '/customers/:id/watchlist',
		body: z.strictObject({ customer: ownHref('customers'), video: href('videos') }),
		...unspecified,
	}),
	endpoint({
		id: 'customers.getMyWatching',
		method: 'GET',
		path: '/me/watching',
		auth: 'customerToken',
		query: z.strictObject(paging),
		...watched,
	}),
	endpoint({
		id: 'customers.getMyWatchlist',
		method: 'GET',
		path: '/me/watchlist',
		auth: 'customerToken',
		query: z.strictObject(watchlistQuery),
		...watched,
	}),
	endpoint({
		id: 'customers.addToMyWatchlist',
		method: 'PUT',
		path: '/me/watchlist',
		auth: 'customerToken',
		body: z.strictObject({ video: href('videos') }),
		...unspecified,
	}),
	endpoint({
		id: 'customers.removeFromMyWatchlist',
		method: 'DELETE',
		path: '/me/watchlist',
		auth: 'customerToken',
		body: z.strictObject({ video: href('videos') }),
		...unspecified,
	}),
] as const;
