import { endpointOf, type QueryOf } from '../contract/index.mts';
import { idIn, listPage, missing, type Call, type ListCall, type World } from '../call.mts';
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
	lag.changes(before);
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

const productScopeOf = ({ product, product_id }: QueryOf<'customers.get'>) =>
	product === undefined ? product_id : idIn(product);

const withTokens = (world: World, customer: Readonly<CustomerRecord>): HandlerResponse => ({
	status: 200,
	json: world.render.customerWithProducts(customer, world.tokens.forCustomer(customer.id)),
});

interface WatchlistCall extends ListCall {
	query: ListCall['query'] & { show_all?: string | undefined; source_id?: number | undefined };
}

/** Responds with a page of videos and collections. Those that were deleted are left out. */
const entryPage = (call: ListCall, entries: readonly ListEntry[]): HandlerResponse => {
	const { state, render } = call;
	const isKept = ({ kind, id }: ListEntry) => state.has(kind, id);
	return listPage(call, 'items', entries.filter(isKept), ({ kind, id }) =>
		kind === 'videos'
			? render.video(state.videos.existing(id))
			: render.collection(state.collections.existing(id)),
	);
};

const watchlist = (call: WatchlistCall): HandlerResponse => {
	const { show_all, source_id } = call.query;
	const entries = call.state.customers
		.existing(call.id)
		.watchlist.filter(({ kind }) => kind === 'videos' || show_all === 'true')
		.filter(({ id }) => source_id === undefined || id === source_id);
	return entryPage(call, entries);
};

const watching = (call: ListCall): HandlerResponse => {
	const { watching: ids } = call.state.customers.existing(call.id);
	return entryPage(
		call,
		ids.map((id) => ({ kind: 'videos', id })),
	);
};

type WatchlistChange = Pick<Call<unknown, { video: string }>, 'state' | 'id' | 'body'>;

/** Takes a video from a customer's watchlist; `added` puts it at the end again. */
const relisted = ({ state, id, body }: WatchlistChange, added: boolean): HandlerResponse => {
	const video: ListEntry = { kind: 'videos', id: idIn(body.video) };
	state.editCustomer(id, (customer) => {
		const rest = customer.watchlist.filter(
			({ kind, id: other }) => kind !== video.kind || other !== video.id,
		);
		customer.watchlist = added ? [...rest, video] : rest;
	});
	return { status: 200 };
};

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
		const existing = state.customers.byEmail(email);
		if (existing !== undefined && settings.duplicateEmail === 'refuse') {
			throw unprocessable('Email has already been taken');
		}
		const isGranted = existing !== undefined && settings.duplicateEmail === 'grant';
		const { id } = isGranted ? existing : state.addCustomer({ email, name: name ?? null, plan });
		if (!isGranted) call.lag.created('customers', id);
		const customer = regranted(call, id, (draft) => granted(draft, grantOf(body)));
		if (billing === undefined) return { status: 201, json: call.render.customer(customer) };
		state.addPurchase(billing, id);
		return withTokens(call, customer);
	}),
	on(endpointOf('customers.get'), (call) => {
		const customer = call.state.customers.existing(call.id);
		const productId = productScopeOf(call.query);
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
		const filter = { status, email, query, productId: productScopeOf(call.query) };
		const { outdatedCustomers } = call.lag;
		const all = call.state.customers.all(filter, orders[sort ?? 'none'], outdatedCustomers);
		const rows = call.settings.customerRows === 'perPlan' ? perPlan(all, filter.productId) : all;
		return listPage(call, 'customers', rows, (customer) => call.render.customer(customer));
	}),
	on(endpointOf('customers.update'), ({ state, render, id, body }) => {
		const namesake = body.email === undefined ? undefined : state.customers.byEmail(body.email);
		if (namesake !== undefined && namesake.id !== id) {
			throw unprocessable('Email has already been taken');
		}
		const customer = state.editCustomer(id, (draft) => {
			draft.name = body.name ?? draft.name;
			draft.email = body.email ?? draft.email;
		});
		return { status: 200, json: render.customer(customer) };
	}),
	on(endpointOf('customers.addProduct'), (call) => {
		const customer = regranted(call, call.id, (draft) => granted(draft, grantOf(call.body)));
		return { status: 200, json: call.render.customerWithProducts(customer) };
	}),
	on(endpointOf('customers.removeProduct'), (call) => {
		const customer = regranted(call, call.id, (draft) => removed(call, draft, call.body));
		return { status: 200, json: call.render.customerWithProducts(customer) };
	}),
	on(endpointOf('customers.getWatching'), (call) => {
		const isNamed = call.onBehalfOf === call.id;
		if (isNamed || call.settings.watchingWithoutHeader === 'own') return watching(call);
		// Without the customer header the request counts for the key's creator.
		return entryPage(call, []);
	}),
	on(endpointOf('customers.getWatchlist'), watchlist),
	on(endpointOf('customers.addToWatchlist'), (call) => relisted(call, true)),
	on(endpointOf('customers.removeFromWatchlist'), (call) => relisted(call, false)),
	on(endpointOf('customers.getMyWatching'), watching),
	on(endpointOf('customers.getMyWatchlist'), watchlist),
	on(endpointOf('customers.addToMyWatchlist'), (call) => relisted(call, true)),
	on(endpointOf('customers.removeFromMyWatchlist'), (call) => relisted(call, false)),
];
