import type { INodeParameters } from 'n8n-workflow';

import { z } from 'zod';

import { chosen } from '../nodes/kit.mts';
import type { SimulatedService } from '../../service/index.mts';
import type { Traits } from '../../service/traits/index.mts';

/** An operation, and what must be true of it. Ids are those of the simulated service's seed. */
export interface OperationCase {
	node: string;
	operation: string;
	/** Tells cases of one operation apart. */
	situation?: string;
	parameters?: INodeParameters | ((service: SimulatedService) => INodeParameters);
	/** Brings the account into the situation. */
	prepare?: (service: SimulatedService) => void;
	/** The records that it is to change, as a snapshot names them; `… new` for one that it creates. A read changes none. */
	changes?: readonly string[];
	/** Of a write: whether it is so now. */
	isDone?: (service: SimulatedService) => boolean;
	/** Of a write that changed something: a part of the item that comes out. */
	says?: object;
	/** Of a read: what is to come out, as the ids of the items or a part of the only one. */
	gives?: (service: SimulatedService) => readonly number[] | object;
	/** The filter that it has to believe: ignored, its answer cannot be told from the right one. */
	trusts?: 'product';
	/** Traits with which it has to fail, though the server keeps to what is documented. */
	mayFail?: (traits: Traits) => boolean;
	/** Only with the OAuth2 credential. */
	isOfClient?: boolean;
}

const PRODUCT = 101;
const OTHER_PRODUCT = 106;
const CUSTOMER = 1_000_001;
const VIDEO = 20_003;
const SERIES = 303;
const MOVIE = 306;
const COMMENT = 500_001;
const EVENT = 702;
const NEW = 'new.person@example.org';

const emailOf = ({ state }: SimulatedService) => state.customers.get(CUSTOMER)?.email ?? '';
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

/** A code that a customer has entered. */
const pairedCode = (service: SimulatedService): string => {
	const { clientId: client_id, clientSecret: client_secret } = service.settings;
	const { body } = service.handle({
		method: 'POST',
		path: '/oauth/codes',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_id, client_secret }),
	});
	const { code } = z.object({ code: z.string() }).parse(JSON.parse(body));
	service.pair(code, CUSTOMER);
	return code;
};

const customers: OperationCase[] = [
	{
		node: 'customer',
		operation: 'create',
		parameters: { email: NEW, product: chosen(PRODUCT), additionalFields: { name: 'New' } },
		changes: ['customer new'],
		isDone: (service) => namedNew(service).length === 1,
	},
	{
		node: 'customer',
		operation: 'createOrUpdate',
		situation: 'somebody new',
		parameters: { email: NEW, product: chosen(PRODUCT), additionalFields: { name: 'New' } },
		changes: ['customer new'],
		says: { outcome: 'created' },
		isDone: (service) => namedNew(service).length === 1,
	},
	{
		node: 'customer',
		operation: 'createOrUpdate',
		situation: 'somebody known',
		trusts: 'product',
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
	{
		node: 'customer',
		operation: 'grantAccess',
		situation: 'somebody new',
		parameters: { customer: chosen(NEW, 'email'), product: chosen(PRODUCT) },
		changes: ['customer new'],
		says: { outcome: 'created' },
		isDone: (service) => namedNew(service).length === 1,
	},
	{
		node: 'customer',
		operation: 'grantAccess',
		situation: 'somebody known',
		trusts: 'product',
		parameters: (service) => ({
			customer: chosen(emailOf(service), 'email'),
			product: chosen(OTHER_PRODUCT),
		}),
		changes: [customerId],
		says: { outcome: 'granted' },
		isDone: (service) => has(service, OTHER_PRODUCT),
	},
	{
		node: 'customer',
		operation: 'revokeAccess',
		trusts: 'product',
		parameters: (service) => ({
			customer: chosen(emailOf(service), 'email'),
			product: chosen(PRODUCT),
		}),
		changes: [customerId],
		says: { outcome: 'revoked' },
		isDone: (service) => !has(service, PRODUCT),
	},
	{
		node: 'customer',
		operation: 'syncAccess',
		trusts: 'product',
		parameters: {
			email: NEW,
			product: chosen(PRODUCT),
			dryRun: false,
			options: { revoke: false },
		},
		changes: ['customer new'],
		says: { outcome: 'created' },
		isDone: (service) => namedNew(service).length === 1,
	},
	{
		node: 'customer',
		operation: 'checkAccess',
		situation: 'somebody who has it',
		parameters: (service) => ({
			customer: chosen(emailOf(service), 'email'),
			product: chosen(PRODUCT),
		}),
		gives: () => ({ hasAccess: true, id: CUSTOMER }),
	},
	{
		node: 'customer',
		operation: 'checkAccess',
		situation: 'somebody unknown',
		parameters: { customer: chosen(NEW, 'email'), product: chosen(PRODUCT) },
		gives: () => ({ hasAccess: false }),
	},
	{
		node: 'customer',
		operation: 'get',
		parameters: { customer: chosen(CUSTOMER) },
		gives: () => [CUSTOMER],
	},
	{
		node: 'customer',
		operation: 'getAll',
		parameters: { ...all, filters: { status: 'all' } },
		gives: ({ state }) => idsOf(state.customers.all({ status: 'all' }, 'oldest')),
	},
	{
		node: 'customer',
		operation: 'update',
		parameters: { customer: chosen(CUSTOMER), updateFields: { name: 'Renamed' } },
		changes: [customerId],
		isDone: ({ state }) => state.customers.get(CUSTOMER)?.name === 'Renamed',
	},
	{
		node: 'customer',
		operation: 'findByBilling',
		prepare: ({ state }) => {
			state.addPurchase({ provider: 'roku', transaction_id: 't-1' }, CUSTOMER);
		},
		parameters: {
			product: chosen(PRODUCT),
			billingProvider: 'roku',
			transactionId: 't-1',
		},
		gives: () => [CUSTOMER],
	},
	{
		node: 'customer',
		operation: 'addProduct',
		parameters: { customer: chosen(CUSTOMER), product: chosen(OTHER_PRODUCT) },
		changes: [customerId],
		isDone: (service) => has(service, OTHER_PRODUCT),
	},
	{
		node: 'customer',
		operation: 'removeProduct',
		parameters: { customer: chosen(CUSTOMER), product: chosen(PRODUCT) },
		changes: [customerId],
		isDone: (service) => !has(service, PRODUCT),
	},
	{
		node: 'customer',
		operation: 'getWatching',
		parameters: { ...all, customer: chosen(CUSTOMER) },
		gives: ({ state }) => state.customers.get(CUSTOMER)?.watching ?? [],
	},
	{
		node: 'customer',
		operation: 'getWatchlist',
		parameters: { ...all, customer: chosen(CUSTOMER), filters: { showAll: true } },
		gives: ({ state }) => idsOf(state.customers.get(CUSTOMER)?.watchlist ?? []),
	},
	{
		node: 'customer',
		operation: 'addToWatchlist',
		parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
		changes: [customerId],
		isDone: isListed,
	},
	{
		node: 'customer',
		operation: 'removeFromWatchlist',
		prepare: ({ state }) => {
			state.editCustomer(CUSTOMER, (customer) => {
				customer.watchlist = [{ kind: 'videos', id: VIDEO }];
			});
		},
		parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
		changes: [customerId],
		isDone: (service) => !isListed(service),
	},
];

const videos: OperationCase[] = [
	{
		node: 'video',
		operation: 'create',
		parameters: { title: 'A new film' },
		changes: ['video new'],
		isDone: ({ state }) => [...state.videos.all()].some(({ title }) => title === 'A new film'),
	},
	{
		node: 'video',
		operation: 'get',
		parameters: { video: chosen(VIDEO) },
		gives: () => [VIDEO],
	},
	{
		node: 'video',
		operation: 'getAll',
		parameters: all,
		gives: ({ state }) => idsOf(state.videos.all()),
	},
	{
		node: 'video',
		operation: 'update',
		parameters: { video: chosen(VIDEO), updateFields: { title: 'Renamed' } },
		changes: [`video ${VIDEO}`],
		isDone: ({ state }) => state.videos.get(VIDEO)?.title === 'Renamed',
	},
	{
		node: 'video',
		operation: 'delete',
		parameters: { video: chosen(VIDEO) },
		changes: [`video ${VIDEO}`],
		isDone: ({ state }) => typeof (state.videos.get(VIDEO)?.deletedAt ?? 0) === 'number',
	},
	{
		node: 'video',
		operation: 'getFiles',
		parameters: { video: chosen(VIDEO), filters: { format: 'm3u8' } },
		gives: () => ({ format: 'm3u8' }),
	},
	{
		node: 'video',
		operation: 'waitUntilUploaded',
		prepare: (service) => {
			service.state.editVideo(VIDEO, (video) => {
				video.status = 'processing';
				video.finishesAt = Number(service.settings.now()) + 20_000;
			});
		},
		parameters: { video: chosen(VIDEO) },
		gives: () => ({ id: VIDEO, status: 'uploaded' }),
	},
];

const collections: OperationCase[] = [
	{
		node: 'collection',
		operation: 'create',
		parameters: { type: 'playlist', name: 'A new list' },
		changes: ['collection new', 'order of collections'],
		isDone: ({ state }) => [...state.collections.all()].some(({ name }) => name === 'A new list'),
	},
	{
		node: 'collection',
		operation: 'get',
		parameters: { collection: chosen(SERIES) },
		gives: () => [SERIES],
	},
	{
		node: 'collection',
		operation: 'getAll',
		parameters: all,
		gives: ({ state }) => idsOf(state.collections.all()),
	},
	{
		node: 'collection',
		operation: 'update',
		parameters: { collection: chosen(SERIES), updateFields: { name: 'Renamed' } },
		changes: [`collection ${SERIES}`],
		isDone: ({ state }) => state.collections.get(SERIES)?.name === 'Renamed',
	},
	{
		node: 'collection',
		operation: 'updatePosition',
		parameters: { collection: chosen(SERIES), position: 1 },
		changes: ['order of collections'],
		isDone: ({ state }) => state.positionOf(SERIES) === 1,
	},
	{
		node: 'collection',
		operation: 'getItems',
		parameters: { ...all, collection: chosen(MOVIE) },
		gives: (service) => itemIds(service, MOVIE),
	},
	{
		node: 'collection',
		operation: 'addItem',
		parameters: { collection: chosen(MOVIE), itemType: 'video', video: chosen(VIDEO) },
		changes: [`collection ${MOVIE}`],
		isDone: (service) => itemIds(service, MOVIE).includes(VIDEO),
	},
	{
		node: 'collection',
		operation: 'addItem',
		situation: 'at a position',
		// the item is added before its place in the list can be asked for
		mayFail: ({ listLagSeconds }) => listLagSeconds > 10,
		parameters: {
			collection: chosen(MOVIE),
			itemType: 'video',
			video: chosen(VIDEO),
			additionalFields: { position: 1 },
		},
		changes: [`collection ${MOVIE}`],
		isDone: (service) => itemIds(service, MOVIE)[0] === VIDEO,
	},
	{
		node: 'collection',
		operation: 'updateItemPosition',
		parameters: ({ state }) => ({
			collection: chosen(MOVIE),
			item: chosen(state.collections.get(MOVIE)?.items[1]?.itemId ?? 0),
			position: 1,
		}),
		changes: [`collection ${MOVIE}`],
		isDone: (service) => itemIds(service, MOVIE)[0] === 8001,
	},
	{
		node: 'collection',
		operation: 'removeItem',
		parameters: { collection: chosen(MOVIE), itemType: 'file', file: chosen(8001) },
		changes: [`collection ${MOVIE}`],
		isDone: (service) => !itemIds(service, MOVIE).includes(8001),
	},
];

const others: OperationCase[] = [
	{
		node: 'product',
		operation: 'get',
		parameters: { product: chosen(PRODUCT) },
		gives: () => [PRODUCT],
	},
	{
		node: 'product',
		operation: 'getAll',
		parameters: all,
		gives: ({ state }) => idsOf(state.products.all()),
	},
	{
		node: 'product',
		operation: 'getPrices',
		parameters: { product: chosen(PRODUCT) },
		gives: () => ({ currency: 'USD' }),
	},
	{
		node: 'liveEvent',
		operation: 'get',
		parameters: { liveEvent: chosen(EVENT) },
		gives: () => [EVENT],
	},
	{
		node: 'liveEvent',
		operation: 'getAll',
		parameters: { ...all, product: chosen(PRODUCT) },
		gives: ({ state }) => idsOf(state.liveEvents.all()),
	},
	{
		node: 'comment',
		operation: 'create',
		parameters: { video: chosen(VIDEO), customer: chosen(CUSTOMER), content: 'New words' },
		changes: ['comment new'],
		isDone: ({ state }) => [...state.comments.all()].some(({ content }) => content === 'New words'),
	},
	{
		node: 'comment',
		operation: 'get',
		parameters: { comment: chosen(COMMENT) },
		gives: () => [COMMENT],
	},
	{
		node: 'comment',
		operation: 'getAll',
		parameters: { ...all, video: chosen(20_001) },
		gives: ({ state, settings }) =>
			idsOf(
				state
					.commentsOn(20_001)
					.filter(({ parentId }) => settings.replies !== 'inside' || parentId === null),
			),
	},
	{
		node: 'comment',
		operation: 'report',
		parameters: { comment: chosen(COMMENT) },
		changes: [`comment ${COMMENT}`],
		isDone: ({ state }) => (state.comments.get(COMMENT)?.reports ?? 0) > 0,
	},
	{
		node: 'authorization',
		operation: 'create',
		// what it is made for is in the body
		mayFail: ({ writeAnswer }) => writeAnswer !== 'body',
		parameters: { customer: chosen(CUSTOMER), video: chosen(VIDEO) },
		changes: [],
		isDone: () => true,
	},
	{
		node: 'browse',
		operation: 'getAll',
		parameters: { ...all, product: chosen(PRODUCT) },
		gives: () => ({ items_count: 4 }),
	},
	{
		node: 'analytics',
		operation: 'getReport',
		parameters: { type: 'units' },
		gives: () => ({ type: 'units' }),
	},
];

const ofClients: OperationCase[] = [
	{ node: 'accessToken', operation: 'create', gives: () => ({ token_type: 'bearer' }) },
	{
		node: 'accessToken',
		operation: 'refresh',
		parameters: (service) => ({
			refreshToken: service.customerTokens(CUSTOMER).refresh_token,
		}),
		gives: () => ({ token_type: 'bearer' }),
	},
	{ node: 'pairingCode', operation: 'create', gives: () => ({ expires_in: 1800 }) },
	{
		node: 'pairingCode',
		operation: 'get',
		parameters: (service) => ({ code: pairedCode(service) }),
		gives: () => ({ token_type: 'bearer' }),
	},
	{
		node: 'pairingCode',
		operation: 'waitUntilPaired',
		parameters: (service) => ({ code: pairedCode(service) }),
		gives: () => ({ token_type: 'bearer' }),
	},
];

/** Every operation of every node, in the situations that matter. */
export const operationCases: readonly OperationCase[] = [
	...customers,
	...videos,
	...collections,
	...others,
	...ofClients.map((one) => ({ ...one, isOfClient: true })),
];
