import type { INodeParameters } from 'n8n-workflow';

import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import { pairedCode, savedNodes, type SavedNode } from '../kit/saved.mts';
import { chosen } from '../nodes/kit.mts';
import type { Endpoint } from '../../service/contract/index.mts';
import { isHandled } from '../../service/handlers/index.mts';
import type { SimulatedService } from '../../service/index.mts';
import type { Traits } from '../../service/traits/index.mts';

/** What must be true of an operation. Ids are those of the simulated service's seed. */
interface Expected {
	parameters?: INodeParameters | ((service: SimulatedService) => INodeParameters);
	/** Prepares the account. */
	prepare?: (service: SimulatedService) => void;
	/** The records that the operation changes, as a snapshot names them; `… new` for a created one. A read has none. */
	changes?: readonly string[];
	/** Returns whether a write has taken effect. */
	isDone?: (service: SimulatedService) => boolean;
	/** A part of the output item of a write that changed something. */
	says?: object;
	/** Returns the expected output of a read: the ids of the items, or a part of the only item. */
	gives?: (service: SimulatedService) => readonly number[] | object;
	/** Returns whether the operation may fail with these traits, although they fit the documentation. */
	mayFail?: (traits: Traits) => boolean;
}

export interface OperationCase extends Expected {
	node: string;
	operation: string;
	/** The operation, and the situation where there are several. */
	title: string;
}

const PRODUCT = 101;
const OTHER_PRODUCT = 106;
const CUSTOMER = 1_000_001;
const VIDEO = 20_003;
const SERIES = 303;
const MOVIE = 306;
const COMMENT = 500_001;
const NEW = 'new.person@example.org';

const emailOf = ({ state }: SimulatedService) => state.customers.get(CUSTOMER)?.email ?? '';
/** Returns the parameters of an operation on the known customer, by email address, and a product. */
const knownWith = (product: number) => (service: SimulatedService) => ({
	customer: chosen(emailOf(service), 'email'),
	product: chosen(product),
});
const namedNew = ({ state }: SimulatedService) =>
	state.customers.all({ status: 'all', email: NEW }, 'oldest');
const has = (service: SimulatedService, product: number, id = CUSTOMER): boolean =>
	service.state.customers.get(id)?.grants.some(({ productId }) => productId === product) === true;
const isListed = ({ state }: SimulatedService): boolean =>
	state.customers.get(CUSTOMER)?.watchlist.some(({ id }) => id === VIDEO) === true;
const idsOf = (records: Iterable<{ id: number }>): number[] => [...records].map(({ id }) => id);
const customerId = `customer ${CUSTOMER}`;
const itemIds = ({ state }: SimulatedService, collection: number): number[] =>
	idsOf(state.collections.get(collection)?.items ?? []);
const all = { returnAll: true };
/**
 * A count is the total of the list, which a service may count with records that no page has. Where the first page has no
 * records, its total is not believed, and the list is read.
 */
const counted =
	(records: (service: SimulatedService) => readonly number[]) => (service: SimulatedService) => {
		const { total, hollowList } = service.settings;
		const hidden = total === 'withHidden' && hollowList !== 'noRecords' ? 3 : 0;
		return { count: records(service).length + hidden };
	};
const commentsShown = ({ state, settings }: SimulatedService): number[] =>
	idsOf(
		state
			.commentsOn(20_001)
			.filter(({ parentId }) => settings.replies !== 'inside' || parentId === null),
	);

const newWithName = {
	email: NEW,
	product: chosen(PRODUCT),
	additionalFields: { name: 'New' },
};

/** Expects that one new customer is created. */
const creating: Expected = {
	changes: ['customer new'],
	isDone: (service) => namedNew(service).length === 1,
};

/** The cases by node, and by operation with its situation where there are several. */
const CASES: Record<string, Record<string, Expected>> = {
	customer: {
		create: {
			// Without the record in the answer, its date tells that the customer is new.
			mayFail: ({ writeAnswer, dates }) => writeAnswer !== 'body' && dates === 'someMissing',
			parameters: newWithName,
			...creating,
		},
		'createOrUpdate, a new customer': {
			parameters: newWithName,
			...creating,
			says: { outcome: 'created' },
		},
		'createOrUpdate, a known customer': {
			parameters: (service) => ({
				email: emailOf(service),
				product: chosen(OTHER_PRODUCT),
				additionalFields: { name: 'Renamed' },
			}),
			changes: [customerId],
			says: { outcome: 'granted' },
			isDone: (service) =>
				has(service, OTHER_PRODUCT) && service.state.customers.get(CUSTOMER)?.name === 'Renamed',
		},
		'grantAccess, a new customer': {
			parameters: { customer: chosen(NEW, 'email'), product: chosen(PRODUCT) },
			...creating,
			says: { outcome: 'created' },
		},
		'grantAccess, a known customer': {
			parameters: knownWith(OTHER_PRODUCT),
			changes: [customerId],
			says: { outcome: 'granted' },
			isDone: (service) => has(service, OTHER_PRODUCT),
		},
		revokeAccess: {
			parameters: knownWith(PRODUCT),
			changes: [customerId],
			says: { outcome: 'revoked' },
			isDone: (service) => !has(service, PRODUCT),
		},
		syncAccess: {
			parameters: {
				email: NEW,
				product: chosen(PRODUCT),
				dryRun: false,
				options: { revoke: false },
			},
			...creating,
			says: { outcome: 'created' },
		},
		'checkAccess, with access': {
			parameters: knownWith(PRODUCT),
			gives: () => ({ hasAccess: true, id: CUSTOMER }),
		},
		'checkAccess, an unknown customer': {
			parameters: { customer: chosen(NEW, 'email'), product: chosen(PRODUCT) },
			gives: () => ({ hasAccess: false }),
		},
		get: { parameters: { customer: chosen(CUSTOMER) }, gives: () => [CUSTOMER] },
		count: {
			parameters: { filters: { status: 'all' } },
			gives: counted(({ state }) => idsOf(state.customers.all({ status: 'all' }, 'oldest'))),
		},
		getAll: {
			parameters: { ...all, filters: { status: 'all' } },
			gives: ({ state }) => idsOf(state.customers.all({ status: 'all' }, 'oldest')),
		},
		update: {
			parameters: { customer: chosen(CUSTOMER), updateFields: { name: 'Renamed' } },
			changes: [customerId],
			isDone: ({ state }) => state.customers.get(CUSTOMER)?.name === 'Renamed',
		},
		findByBilling: {
			prepare: ({ state }) => {
				state.addPurchase({ provider: 'roku', transaction_id: 't-1' }, CUSTOMER);
			},
			parameters: { product: chosen(PRODUCT), billingProvider: 'roku', transactionId: 't-1' },
			gives: () => [CUSTOMER],
		},
		addProduct: {
			parameters: { customer: chosen(CUSTOMER), product: chosen(OTHER_PRODUCT) },
			changes: [customerId],
			isDone: (service) => has(service, OTHER_PRODUCT),
		},
		removeProduct: {
			parameters: { customer: chosen(CUSTOMER), product: chosen(PRODUCT) },
			changes: [customerId],
			isDone: (service) => !has(service, PRODUCT),
		},
		getWatching: {
			parameters: { ...all, customer: chosen(CUSTOMER) },
			gives: ({ state }) => state.customers.get(CUSTOMER)?.watching ?? [],
		},
		getWatchlist: {
			parameters: { ...all, customer: chosen(CUSTOMER), filters: { showAll: true } },
			gives: ({ state }) => idsOf(state.customers.get(CUSTOMER)?.watchlist ?? []),
		},
		addToWatchlist: {
			parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
			changes: [customerId],
			isDone: isListed,
		},
		removeFromWatchlist: {
			prepare: ({ state }) => {
				state.editCustomer(CUSTOMER, (customer) => {
					customer.watchlist = [{ kind: 'videos', id: VIDEO }];
				});
			},
			parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
			changes: [customerId],
			isDone: (service) => !isListed(service),
		},
	},
	video: {
		create: {
			parameters: { title: 'A new film' },
			changes: ['video new'],
			isDone: ({ state }) => [...state.videos.all()].some(({ title }) => title === 'A new film'),
		},
		getAll: { parameters: all, gives: ({ state }) => idsOf(state.videos.all()) },
		count: { gives: counted(({ state }) => idsOf(state.videos.all())) },
		update: {
			parameters: { video: chosen(VIDEO), updateFields: { title: 'Renamed' } },
			changes: [`video ${VIDEO}`],
			isDone: ({ state }) => state.videos.get(VIDEO)?.title === 'Renamed',
		},
		delete: {
			parameters: { video: chosen(VIDEO) },
			changes: [`video ${VIDEO}`],
			isDone: ({ state }) => typeof (state.videos.get(VIDEO)?.deletedAt ?? 0) === 'number',
		},
		getFiles: {
			parameters: { video: chosen(VIDEO), filters: { format: 'm3u8' } },
			gives: () => ({ format: 'm3u8' }),
		},
		waitUntilUploaded: {
			prepare: (service) => {
				service.state.editVideo(VIDEO, (video) => {
					video.status = 'processing';
					video.finishesAt = Number(service.settings.now()) + 20_000;
				});
			},
			parameters: { video: chosen(VIDEO) },
			gives: () => ({ id: VIDEO, status: 'uploaded' }),
		},
	},
	collection: {
		create: {
			parameters: { type: 'playlist', name: 'A new list' },
			changes: ['collection new', 'order of collections'],
			isDone: ({ state }) => [...state.collections.all()].some(({ name }) => name === 'A new list'),
		},
		getAll: { parameters: all, gives: ({ state }) => idsOf(state.collections.all()) },
		count: { gives: counted(({ state }) => idsOf(state.collections.all())) },
		update: {
			parameters: { collection: chosen(SERIES), updateFields: { name: 'Renamed' } },
			changes: [`collection ${SERIES}`],
			isDone: ({ state }) => state.collections.get(SERIES)?.name === 'Renamed',
		},
		updatePosition: {
			parameters: { collection: chosen(SERIES), position: 1 },
			changes: ['order of collections'],
			isDone: ({ state }) => state.positionOf(SERIES) === 1,
		},
		getItems: {
			parameters: { ...all, collection: chosen(MOVIE) },
			gives: (service) => itemIds(service, MOVIE),
		},
		addItem: {
			parameters: { collection: chosen(MOVIE), itemType: 'video', video: chosen(VIDEO) },
			changes: [`collection ${MOVIE}`],
			isDone: (service) => itemIds(service, MOVIE).includes(VIDEO),
		},
		updateItemPosition: {
			parameters: ({ state }) => ({
				collection: chosen(MOVIE),
				item: chosen(state.collections.get(MOVIE)?.items[1]?.itemId ?? 0),
				position: 1,
			}),
			changes: [`collection ${MOVIE}`],
			isDone: (service) => itemIds(service, MOVIE)[0] === 8001,
		},
		'syncItems, an addition': {
			parameters: {
				collection: chosen(MOVIE),
				video: chosen(VIDEO),
				dryRun: false,
				options: { remove: false },
			},
			changes: [`collection ${MOVIE}`],
			says: { outcome: 'added', id: VIDEO },
			isDone: (service) => itemIds(service, MOVIE).includes(VIDEO),
		},
		'syncItems, a removal': {
			parameters: {
				collection: chosen(MOVIE),
				itemType: 'file',
				file: chosen(8001),
				dryRun: false,
				stopIfMoreRemovedThan: '100%',
			},
			changes: [`collection ${MOVIE}`],
			says: { outcome: 'removed', id: 8002 },
			isDone: (service) => !itemIds(service, MOVIE).includes(8002),
		},
		removeItem: {
			parameters: { collection: chosen(MOVIE), itemType: 'file', file: chosen(8001) },
			changes: [`collection ${MOVIE}`],
			isDone: (service) => !itemIds(service, MOVIE).includes(8001),
		},
	},
	product: {
		getAll: { parameters: all, gives: ({ state }) => idsOf(state.products.all()) },
		count: { gives: counted(({ state }) => idsOf(state.products.all())) },
		getPrices: { parameters: { product: chosen(PRODUCT) }, gives: () => ({ currency: 'USD' }) },
	},
	liveEvent: {
		getAll: {
			parameters: { ...all, product: chosen(PRODUCT) },
			gives: ({ state }) => idsOf(state.liveEvents.all()),
		},
		count: {
			parameters: { product: chosen(PRODUCT) },
			gives: counted(({ state }) => idsOf(state.liveEvents.all())),
		},
	},
	comment: {
		create: {
			parameters: { video: chosen(VIDEO), customer: chosen(CUSTOMER), content: 'New words' },
			changes: ['comment new'],
			isDone: ({ state }) =>
				[...state.comments.all()].some(({ content }) => content === 'New words'),
		},
		getAll: {
			parameters: { ...all, video: chosen(20_001) },
			gives: commentsShown,
		},
		count: { parameters: { video: chosen(20_001) }, gives: counted(commentsShown) },
		report: {
			parameters: { comment: chosen(COMMENT) },
			changes: [`comment ${COMMENT}`],
			isDone: ({ state }) => (state.comments.get(COMMENT)?.reports ?? 0) > 0,
		},
	},
	authorization: {
		create: {
			// The result is in the body.
			mayFail: ({ writeAnswer }) => writeAnswer !== 'body',
			parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
			changes: [],
			isDone: () => true,
		},
	},
	browse: {
		getAll: { parameters: { ...all, product: chosen(PRODUCT) }, gives: () => ({ items_count: 4 }) },
	},
	analytics: { getReport: { parameters: { type: 'units' }, gives: () => ({ type: 'units' }) } },
	accessToken: {
		refresh: {
			parameters: (service) => ({ refreshToken: service.customerTokens(CUSTOMER).refresh_token }),
			gives: () => ({ token_type: 'bearer' }),
		},
		create: { gives: () => ({ token_type: 'bearer' }) },
	},
	pairingCode: {
		get: {
			parameters: (service) => ({ code: pairedCode(service, CUSTOMER) }),
			gives: () => ({ token_type: 'bearer' }),
		},
		waitUntilPaired: {
			parameters: (service) => ({ code: pairedCode(service, CUSTOMER) }),
			gives: () => ({ token_type: 'bearer' }),
		},
		create: { gives: () => ({ expires_in: 1800 }) },
	},
};

const written: OperationCase[] = Object.entries(CASES).flatMap(([node, cases]) =>
	Object.entries(cases).map(([name, one]) => ({
		...one,
		node,
		operation: name.replace(/,.*/, ''),
		title: `${node} ${name}`,
	})),
);

/** Returns the case of an operation without one: the saved workflow's, without filters and limit. */
function caseOfSaved({ node, operation, parameters }: SavedNode): OperationCase {
	const { filters, sorting, options, limit, ...rest } = parameters;
	const title = `${node} ${operation}`;
	return { node, operation, title, parameters: { ...rest, ...all, output: 'simplified' } };
}

const isWritten = ({ node, operation }: SavedNode) =>
	written.some(
		(operationCase) => operationCase.node === node && operationCase.operation === operation,
	);

const namesOf = (isMeant: (endpoint: Endpoint) => boolean) =>
	operationSources.filter(({ endpoint }) => endpoint && isMeant(endpoint)).map(({ name }) => name);

/** The operations whose endpoint is a GET. */
const reads = namesOf(({ method }) => method === 'GET');
/** The writes without a handler in the simulated service, whose effect cannot be observed. */
const unseen = namesOf((endpoint) => endpoint.method !== 'GET' && !isHandled(endpoint));

const ofSaved = savedNodes
	.filter((operation) => !isWritten(operation))
	.flatMap((operation) => {
		const name = `${operation.node}.${operation.operation}`;
		if (reads.includes(name)) return [caseOfSaved(operation)];
		return unseen.includes(name) ? [{ ...caseOfSaved(operation), isDone: () => true }] : [];
	});

/** Every operation of every node, in the situations that matter. */
export const operationCases: OperationCase[] = [
	...written,
	...new Map(ofSaved.map((operation) => [operation.title, operation])).values(),
];
