import type { IDataObject } from 'n8n-workflow';

import { customerStatuses, type Kind } from '../../service/contract/index.mts';
import {
	createService,
	SimulatedFault,
	type ServiceOptions,
	type SimulatedService,
} from '../../service/index.mts';
import type { AvailabilityPlan } from '../../service/records.mts';
import { newestFirst } from '../../service/table.mts';
import { parsed } from '../kit/json.mts';

/** A request as the trigger sends it. */
export interface Request {
	/** Below the base address. */
	path: string;
	query: IDataObject;
}

export interface TriggerResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** Replaces the response to a request; `undefined` leaves it as it is. */
export type Disturb = (response: TriggerResponse, request: Request) => TriggerResponse | undefined;

/** Behaviour of the service that its documentation leaves open. */
export interface Quirks extends Pick<ServiceOptions, 'replies' | 'total'> {
	pageSize: number;
	/** The order of records of one second, in a list with the newest first. */
	ties: 'oldestFirst' | 'newestFirst';
}

export const USUAL: Quirks = {
	pageSize: 50,
	total: 'list',
	ties: 'newestFirst',
	replies: 'inside',
};

export const ACCOUNT_URL = 'http://127.0.0.1:4010';

/** The products of every account. */
export const PRODUCTS = [101, 102] as const;

/** A record of a test account, times in milliseconds. Each kind of record uses only some of the fields. */
export interface AccountRow {
	id: number;
	/** When the record was created; null for a record without a date. */
	at: number | null;
	updatedAt: number;
	/** When the record first appears in lists. */
	listedAt: number;
	status: string | null;
	products: number[];
	plans: AvailabilityPlan[];
	title: string;
	availableFrom: number | null;
	availableUntil: number | null;
	video: number;
	/** The ID of the comment that this one replies to, or 0. */
	parent: number;
}

const stamp = (milliseconds: number | null): string | null =>
	milliseconds === null ? null : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** A response in place of the correct one: a lost connection, a 200 with `{}`, or an error status. */
export type Failure = 'disconnect' | 'hollow' | number;

const faultOf = (failure: Failure): Parameters<SimulatedService['faults']['add']>[0] => {
	if (failure === 'disconnect') return { kind: 'disconnect' };
	return failure === 'hollow' ? { status: 200, body: '{}' } : { status: failure };
};

/** An account of the simulated service that starts empty and follows a clock that tests set. */
export class TriggerAccount {
	/** Milliseconds since the epoch. */
	now = Date.UTC(2026, 0, 1, 12);

	/** How long each response takes, in milliseconds. */
	responseMs = 0;

	/** Failures of the next requests, one for each. */
	failures: Failure[] = [];

	/** Wrong responses to the next requests. The first fault stays in the queue until it replaces a response. */
	faults: Disturb[] = [];

	/** Replaces every response for as long as it is set. */
	disturb: Disturb | undefined;

	/** The requests of the trigger. Tests clear them. */
	readonly requests: Request[] = [];

	readonly service: SimulatedService;

	private readonly rows = new Map<number, AccountRow>();

	private lastId = 5_000_000;

	constructor(readonly quirks: Quirks = USUAL) {
		const { pageSize: maxPerPage, total, replies } = quirks;
		const now = () => new Date(this.now);
		this.service = createService({
			seed: 'empty',
			publicUrl: ACCOUNT_URL,
			now,
			maxPerPage,
			total,
			replies,
		});
	}

	/** Returns an ID that keeps the order of `quirks.ties`: within a second the service lists greater IDs first. */
	private newId(): number {
		const step = 1 + ((this.lastId * 7919) % 3);
		this.lastId += this.quirks.ties === 'newestFirst' ? step : -step;
		return this.lastId;
	}

	/** Adds a record, created now unless `given` says otherwise, and returns its ID. */
	add(kind: Kind, fields: Partial<AccountRow> = {}): number {
		const { id = this.newId() } = fields;
		const row: AccountRow = {
			id,
			at: this.now,
			updatedAt: fields.at ?? this.now,
			listedAt: this.now,
			status: kind === 'videos' ? 'uploaded' : 'enabled',
			products: [PRODUCTS[0]],
			plans: ['standard'],
			title: `${kind} ${id}`,
			availableFrom: null,
			availableUntil: null,
			video: 0,
			parent: 0,
			...fields,
		};
		this.rows.set(id, row);
		this.keep(kind, row);
		return id;
	}

	change(kind: Kind, id: number, changes: Partial<AccountRow>): void {
		this.keep(kind, Object.assign(this.row(kind, id), changes, { updatedAt: this.now }));
	}

	/** Writes a row into the account and replaces the record with its ID. */
	private keep(kind: Kind, row: AccountRow): void {
		const { state } = this.service;
		const { id, title, status, plans, products, video: videoId, parent } = row;
		const dates = {
			createdAt: row.at ?? row.listedAt,
			updatedAt: row.updatedAt,
			isDated: row.at !== null,
		};
		const common = { id, ...dates, plans, productIds: products };
		const adders: Record<Kind, () => unknown> = {
			customers: () =>
				state.addCustomer({
					id,
					...dates,
					products,
					name: title,
					email: `customer+${id}@example.com`,
					status: customerStatuses.find((name) => name === status) ?? 'enabled',
				}),
			videos: () => {
				const timeAvailable = stamp(row.availableFrom);
				const timeUnavailable = stamp(row.availableUntil);
				state.addVideo({ ...common, title, status, timeAvailable, timeUnavailable });
			},
			comments: () =>
				state.addComment({ id, ...dates, videoId, content: title, parentId: parent || null }),
			live_events: () => state.addLiveEvent({ ...common, title }),
			collections: () => state.addCollection({ ...common, name: title }),
			files: () => state.addExtra({ id, ...dates, title }),
			products: () => {
				throw new TypeError('The products of an account are given');
			},
		};
		adders[kind]();
	}

	remove(kind: Kind, id: number): void {
		this.service.state.remove(kind, id);
	}

	row(kind: Kind, id: number): AccountRow {
		const row = this.rows.get(id);
		if (!row || !this.service.state.has(kind, id)) throw new Error(`There is no ${kind} ${id}`);
		return row;
	}

	/** Counts the newer videos that a list shows before this one. */
	rankOf(id: number): number {
		const videos = [...this.service.state.videos.all()].sort(newestFirst);
		return videos.findIndex((video) => video.id === id);
	}

	/**
	 * With totals that count hidden records, an empty list counts none: the trigger refuses one that does (docs/developers/service.md,
	 * What a response proves). Comments are not refused.
	 */
	private withoutHollow({ path, query }: Request, response: TriggerResponse): TriggerResponse {
		const isRefused = path !== '/comments';
		const { total, _embedded: shown } = response.body as {
			total?: number;
			_embedded?: Record<string, unknown>;
		};
		const [records] = Object.values(shown ?? {});
		const isHollow = query.page === 1 && Array.isArray(records) && records.length === 0;
		if (!isRefused || !isHollow || !total) return response;
		return { ...response, body: { ...(response.body as IDataObject), total: 0 } };
	}

	/** @throws Error when no response arrives or the request violates the contract */
	respond(request: Request): TriggerResponse {
		this.requests.push(request);
		this.now += this.responseMs;
		const failure = this.failures.shift();
		if (failure !== undefined) this.service.faults.add(faultOf(failure));
		const { violations, settings } = this.service;
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(request.query)) query.set(name, String(value));
		const authorization = `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}`;
		try {
			const handled = this.service.handle({
				method: 'GET',
				path: request.path,
				query,
				headers: { authorization },
			});
			const [violation] = violations;
			if (violation) throw new Error(`The trigger breaks the contract: ${violation.problem}`);
			const { status, headers } = handled;
			const body = handled.json ?? (handled.body === '' ? '' : parsed(handled.body));
			const response = this.withoutHollow(request, { statusCode: status, headers, body });
			const wrong = this.faults[0]?.(response, request);
			if (wrong) this.faults.shift();
			return wrong ?? this.disturb?.(response, request) ?? response;
		} catch (error) {
			if (!(error instanceof SimulatedFault)) throw error;
			throw Object.assign(new Error('The connection was cut'), { code: 'ECONNRESET' });
		}
	}
}
