import { endpointOf } from '../contract/index.mts';
import { existing, found, idIn, listPage, missing, type ListCall, type World } from '../call.mts';
import { notFound, type HandlerResponse, unprocessable } from '../response.mts';
import type { CustomerRecord, CustomerPlan, Grant, ListEntry } from '../records.mts';
import { on } from '../route.mts';

/** Returns the plan to show: `standard` when any grant has it. */
const planOf = ({ grants, plan }: CustomerRecord): CustomerPlan => {
	if (grants.length === 0) return plan;
	return grants.some((grant) => grant.plan === 'standard') ? 'standard' : 'free';
};

const granted = (customer: CustomerRecord, grant: Grant): void => {
	// A new grant does not renew the lapsed ones.
	if (customer.status !== 'enabled') customer.grants = [];
	customer.status = 'enabled';
	customer.grants = [
		...customer.grants.filter(
			({ productId, plan }) => productId !== grant.productId || plan !== grant.plan,
		),
		grant,
	];
	customer.plan = planOf(customer);
};

interface Access {
	product: string;
	plan?: CustomerPlan | undefined;
	is_rental?: 0 | 1 | undefined;
	expires_in?: string | undefined;
}
const grantOf = ({ product, plan = 'standard', is_rental, expires_in }: Access): Grant => ({
	productId: idIn(product),
	plan,
	isRental: is_rental === 1,
	expiresIn: expires_in ?? null,
});

const removed = (
	world: World,
	customer: CustomerRecord,
	{ product, plan = 'standard' }: Pick<Access, 'product' | 'plan'>,
): void => {
	const productId = idIn(product);
	const kept = customer.grants.filter(
		(grant) => grant.productId !== productId || grant.plan !== plan,
	);
	if (kept.length === customer.grants.length) throw missing(world, `The customer's access`);
	customer.grants = kept;
	customer.plan = planOf(customer);
};

/** Changes the grants of a customer. Lists may lag behind (trait `grantLagSeconds`). */
const regranted = ({ state, lag }: World, id: number, change: (draft: CustomerRecord) => void) => {
	const before = state.customers.draft(id);
	const after = state.editCustomer(id, change);
	if (before !== undefined) lag.changes(before);
	return after;
};

/** Returns a row for each plan under which a customer has the product. */
const perPlan = (
	customers: ReadonlyArray<Readonly<CustomerRecord>>,
	productId: number | undefined,
): ReadonlyArray<Readonly<CustomerRecord>> =>
	customers.flatMap((customer) => {
		const { length } = customer.grants.filter((grant) => grant.productId === productId);
		return Array<Readonly<CustomerRecord>>(Math.max(1, length)).fill(customer);
	});

const productScopeOf = (
	world: World,
	query: { product?: string | undefined; product_id?: number | undefined },
) => {
	const reference = query.product ?? query.product_id;
	return reference === undefined ? undefined : existing(world, 'products', reference);
};

const shown = (
	world: World,
	customer: Readonly<CustomerRecord>,
	status = 200,
): HandlerResponse => ({
	status,
	json: world.render.customerInFull(customer),
});

const withTokens = (world: World, customer: Readonly<CustomerRecord>): HandlerResponse => ({
	status: 200,
	json: world.render.customerInFull(customer, world.tokens.forCustomer(customer.id)),
});

interface WatchlistCall extends ListCall {
	query: ListCall['query'] & { show_all?: string | undefined; source_id?: number | undefined };
}

const entryShown = ({ state, render }: World, { kind, id }: ListEntry): Array<{ id: number }> => {
	if (kind === 'collections') {
		const collection = state.collections.get(id);
		return collection ? [render.collection(collection)] : [];
	}
	const video = state.videos.get(id);
	return video ? [render.video(video)] : [];
};

const watchlist = (call: WatchlistCall, customerId: number): HandlerResponse => {
	const { show_all, source_id } = call.query;
	const customer = found(call.state.customers.get(customerId), 'Customer');
	const entries = customer.watchlist
		.filter(({ kind }) => kind === 'videos' || show_all === 'true')
		.filter(({ id }) => source_id === undefined || id === source_id);
	const all = entries.flatMap((entry) => entryShown(call, entry));
	return listPage(call, 'items', all, (item) => item);
};

const watching = (call: ListCall, customerId: number, isTheirs: boolean): HandlerResponse => {
	const customer = found(call.state.customers.get(customerId), 'Customer');
	// Without the customer header the request counts for the key's creator.
	const ids = isTheirs ? customer.watching : [];
	const all = ids.flatMap((id) => entryShown(call, { kind: 'videos', id }));
	return listPage(call, 'items', all, (item) => item);
};

const withoutVideo = (list: readonly ListEntry[], videoId: number): ListEntry[] =>
	list.filter(({ kind, id }) => kind !== 'videos' || id !== videoId);

const listed = ({ state }: World, customerId: number, video: string): HandlerResponse => {
	found(state.customers.get(customerId), 'Customer');
	const id = idIn(video);
	state.editCustomer(customerId, (customer) => {
		customer.watchlist = [...withoutVideo(customer.watchlist, id), { kind: 'videos', id }];
	});
	return { status: 200 };
};

const unlisted = ({ state }: World, customerId: number, video: string): HandlerResponse => {
	found(state.customers.get(customerId), 'Customer');
	state.editCustomer(customerId, (customer) => {
		customer.watchlist = withoutVideo(customer.watchlist, idIn(video));
	});
	return { status: 200 };
};

/** Returns the customer of a request to `/me`. */
const me = (call: { customerId: number | undefined }): number => found(call.customerId, 'Customer');

const orders = {
	newest: 'newest',
	latest: 'newest',
	oldest: 'oldest',
	none: 'unsorted',
} as const;

export const customerRoutes = [
	on(endpointOf('customers.create'), (call) => {
		const { state, settings, body } = call;
		const { email, name, billing, plan = 'standard' } = body;
		const known = state.customers.byEmail(email);
		if (known !== undefined && settings.duplicateEmail === 'refuse') {
			throw unprocessable('Email has already been taken');
		}
		const isGranted = known !== undefined && settings.duplicateEmail === 'grant';
		const { id } = isGranted ? known : state.addCustomer({ email, name: name ?? null, plan });
		if (!isGranted) call.lag.created('customers', id);
		const customer = regranted(call, id, (draft) => granted(draft, grantOf(body)));
		if (billing === undefined) return shown(call, customer, 201);
		state.addPurchase(billing, id);
		return withTokens(call, customer);
	}),
	on(endpointOf('customers.get'), (call) => {
		const customer = found(call.state.customers.get(call.id), 'Customer');
		const productId = productScopeOf(call, call.query);
		const hasIt =
			customer.status === 'enabled' &&
			customer.grants.some((grant) => grant.productId === productId);
		if (productId !== undefined && !hasIt) throw notFound(`The customer's subscription`);
	}),
	on(endpointOf('customers.findByBilling'), (call) => {
		const customer = call.state.buyerOf(call.body.billing);
		const productId = idIn(call.body.product);
		const isHolder = customer?.grants.some((grant) => grant.productId === productId) === true;
		if (customer === undefined || !isHolder) throw notFound('Customer');
		return withTokens(call, customer);
	}),
	on(endpointOf('customers.getAll'), (call) => {
		const { email, query, sort, status = 'enabled' } = call.query;
		const filter = { status, email, query, productId: productScopeOf(call, call.query) };
		const { outdatedCustomers } = call.lag;
		const all = call.state.customers.all(filter, orders[sort ?? 'none'], outdatedCustomers);
		const rows = call.settings.customerRows === 'perPlan' ? perPlan(all, filter.productId) : all;
		return listPage(call, 'customers', rows, (customer) => call.render.customer(customer));
	}),
	on(endpointOf('customers.update'), ({ state, id, body }) => {
		const namesake = body.email === undefined ? undefined : state.customers.byEmail(body.email);
		if (namesake !== undefined && namesake.id !== id) {
			throw unprocessable('Email has already been taken');
		}
		state.editCustomer(id, (draft) => {
			draft.name = body.name ?? draft.name;
			draft.email = body.email ?? draft.email;
		});
	}),
	on(endpointOf('customers.addProduct'), (call) => {
		regranted(call, call.id, (draft) => granted(draft, grantOf(call.body)));
	}),
	on(endpointOf('customers.removeProduct'), (call) => {
		regranted(call, call.id, (draft) => removed(call, draft, call.body));
	}),
	on(endpointOf('customers.getWatching'), (call) => {
		const isNamed = call.onBehalfOf === call.id;
		return watching(call, call.id, isNamed || call.settings.watchingWithoutHeader === 'own');
	}),
	on(endpointOf('customers.getWatchlist'), (call) => watchlist(call, call.id)),
	on(endpointOf('customers.addToWatchlist'), (call) => listed(call, call.id, call.body.video)),
	on(endpointOf('customers.removeFromWatchlist'), (call) =>
		unlisted(call, call.id, call.body.video),
	),
	on(endpointOf('customers.getMyWatching'), (call) => watching(call, me(call), true)),
	on(endpointOf('customers.getMyWatchlist'), (call) => watchlist(call, me(call))),
	on(endpointOf('customers.addToMyWatchlist'), (call) => listed(call, me(call), call.body.video)),
	on(endpointOf('customers.removeFromMyWatchlist'), (call) =>
		unlisted(call, me(call), call.body.video),
	),
];
