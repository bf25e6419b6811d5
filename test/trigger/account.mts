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

export interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/** What a response becomes on its way to the trigger. */
export type Disturb = (answer: Answer, request: Request) => Answer | undefined;

/** How services differ in what the documentation leaves open. */
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

/** A record as a test gives it. Moments in milliseconds; of each kind only some fields count. */
export interface AccountRow {
	id: number;
	/** Null for a record that shows no date. */
	at: number | null;
	updatedAt: number;
	/** When the record was added: lists show it from then on. */
	listedAt: number;
	status: string | null;
	products: number[];
	plans: AvailabilityPlan[];
	title: string;
	availableFrom: number | null;
	availableUntil: number | null;
	video: number;
	/** The comment that this one replies to, or 0. */
	parent: number;
}

const stamp = (milliseconds: number | null): string | null =>
	milliseconds === null ? null : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** A response in place of the right one: a cut connection, a 200 with `{}`, or a status. */
export type Failure = 'disconnect' | 'hollow' | number;

const faultOf = (failure: Failure): Parameters<SimulatedService['faults']['add']>[0] => {
	if (failure === 'disconnect') return { kind: 'disconnect' };
	return failure === 'hollow' ? { status: 200, body: '{}' } : { status: failure };
};

/** An account of the simulated service that starts empty, by a clock that tests set. */
export class TriggerAccount {
	/** Milliseconds since the epoch. */
	now = Date.UTC(2026, 0, 1, 12);

	/** How long each answer takes, in milliseconds. */
	answerMs = 0;

	/** What the next requests meet. */
	failures: Failure[] = [];

	/** What becomes of the next answers to requests that a fault is about; without a result they stay right. */
	faults: Disturb[] = [];

	/** What becomes of all answers, for as long as it stands; without a result they stay right. */
	disturb: Disturb | undefined;

	/** The requests of the trigger; cleared by tests. */
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

	/** Within a second the service lists greater ids first. */
	private newId(): number {
		const step = 1 + ((this.lastId * 7919) % 3);
		this.lastId += this.quirks.ties === 'newestFirst' ? step : -step;
		return this.lastId;
	}

	/** Adds a record that was created now, unless told otherwise. */
	add(kind: Kind, given: Partial<AccountRow> = {}): number {
		const { id = this.newId() } = given;
		const row: AccountRow = {
			id,
			at: this.now,
			updatedAt: given.at ?? this.now,
			listedAt: this.now,
			status: kind === 'videos' ? 'uploaded' : 'enabled',
			products: [PRODUCTS[0]],
			plans: ['standard'],
			title: `${kind} ${id}`,
			availableFrom: null,
			availableUntil: null,
			video: 0,
			parent: 0,
			...given,
		};
		this.rows.set(id, row);
		this.keep(kind, row);
		return id;
	}

	change(kind: Kind, id: number, changes: Partial<AccountRow>): void {
		this.keep(kind, Object.assign(this.row(kind, id), changes, { updatedAt: this.now }));
	}

	/** Writes a row into the account, in place of the record with its id. */
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
					...{ id, ...dates, products, name: title, email: `customer+${id}@example.com` },
					status: customerStatuses.find((one) => one === status) ?? 'enabled',
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

	/** How many newer videos a list shows before this one. */
	rankOf(id: number): number {
		const videos = [...this.service.state.videos.all()].sort(newestFirst);
		return videos.findIndex((video) => video.id === id);
	}

	/** @throws Error where no answer comes, or the request breaks the contract */
	answer(request: Request): Answer {
		this.requests.push(request);
		this.now += this.answerMs;
		const failure = this.failures.shift();
		if (failure !== undefined) this.service.faults.add(faultOf(failure));
		const { violations, settings } = this.service;
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(request.query)) query.set(name, String(value));
		const authorization = `Basic ${Buffer.from(`${settings.apiKey}:`).toString('base64')}`;
		try {
			const response = this.service.handle({
				method: 'GET',
				path: request.path,
				query,
				headers: { authorization },
			});
			const [violation] = violations;
			if (violation) throw new Error(`The trigger breaks the contract: ${violation.problem}`);
			const { status, headers } = response;
			const body = response.json ?? (response.body === '' ? '' : parsed(response.body));
			const answer = { statusCode: status, headers, body };
			const wrong = this.faults[0]?.(answer, request);
			if (wrong) this.faults.shift();
			return wrong ?? this.disturb?.(answer, request) ?? answer;
		} catch (error) {
			if (!(error instanceof SimulatedFault)) throw error;
			throw Object.assign(new Error('The connection was cut'), { code: 'ECONNRESET' });
		}
	}
}
