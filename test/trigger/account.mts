import type { IDataObject } from 'n8n-workflow';

import { endpoints, type Kind } from '../../service/contract/index.mts';

/** A request as it reaches the service. */
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

/** How services differ in what the documentation leaves open. */
export interface Quirks {
	pageSize: number;
	/** What `total` means. */
	total: 'all' | 'page' | 'absent';
	/** The order of records of one second. */
	ties: 'ascending' | 'descending';
	replies: 'inside' | 'beside';
}

export const USUAL: Quirks = {
	pageSize: 50,
	total: 'all',
	ties: 'descending',
	replies: 'inside',
};

export const BASE_URL = 'http://127.0.0.1:4010';

/** The products of every account. */
export const PRODUCTS = [101, 102] as const;

/** A record as the account holds it. Moments in milliseconds. */
export interface Row {
	id: number;
	at: number | null;
	updatedAt: number;
	/** When lists began to show it. */
	listedAt: number;
	status: string | null;
	products: number[];
	plans: string[];
	title: string;
	availableFrom: number | null;
	availableUntil: number | null;
	video: number;
	parent: number;
}

const stamp = (milliseconds: number | null): string | null =>
	milliseconds === null ? null : `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const emailOf = ({ id }: Row) => `customer+${id}@example.com`;

const idIn = (href: unknown) => Number(/\d+$/.exec(String(href))?.[0]);

const USUAL_STATUS: Partial<Record<Kind, string>> = { customers: 'enabled', videos: 'uploaded' };

/** Whether a list takes such parameters. */
function isDocumented({ path, query }: Request): boolean {
	const list = endpoints.find((one) => one.method === 'GET' && one.path === path);
	const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
	return list?.query.safeParse(Object.fromEntries(texts)).success ?? true;
}

/** One answer that is no use, instead of the true one. */
export type Failure = 'disconnect' | 'hollow' | number;

/** The lists and records that the trigger reads, in memory, by a clock that tests set. */
export class Account {
	/** Milliseconds since the epoch. */
	now = Date.UTC(2026, 0, 1, 12);

	/** How long each answer takes, in milliseconds. */
	answerMs = 0;

	/** What the next requests meet. */
	failures: Failure[] = [];

	/** What becomes of the next answers to requests that a fault is about; without a result they stay right. */
	faults: Array<(answer: Answer, request: Request) => Answer | undefined> = [];

	/** The paths that were asked for and their queries, by poll; cleared by tests. */
	readonly requests: Request[] = [];

	private readonly rows = new Map<Kind, Map<number, Row>>();

	private readonly lists = new Map<string, Row[]>();

	private nextId = 1000;

	constructor(readonly quirks: Quirks = USUAL) {}

	private rowsOf(kind: Kind): Map<number, Row> {
		const rows = this.rows.get(kind) ?? new Map<number, Row>();
		this.rows.set(kind, rows);
		return rows;
	}

	/** Adds a record that was created now, unless told otherwise. */
	add(kind: Kind, given: Partial<Row> = {}): number {
		// Ids are not in order of creation: nothing may depend on it.
		this.nextId += 1 + ((this.nextId * 7919) % 3);
		const { id = this.nextId } = given;
		const row: Row = {
			id,
			at: this.now,
			updatedAt: given.at ?? this.now,
			listedAt: this.now,
			status: USUAL_STATUS[kind] ?? null,
			products: [PRODUCTS[0]],
			plans: ['standard'],
			title: `${kind} ${id}`,
			availableFrom: null,
			availableUntil: null,
			video: 0,
			parent: 0,
			...given,
		};
		this.rowsOf(kind).set(id, row);
		this.lists.clear();
		return id;
	}

	change(kind: Kind, id: number, changes: Partial<Row>): void {
		const row = this.row(kind, id);
		this.lists.clear();
		Object.assign(row, changes, { updatedAt: this.now });
	}

	remove(kind: Kind, id: number): void {
		this.rowsOf(kind).delete(id);
		this.lists.clear();
	}

	row(kind: Kind, id: number): Row {
		const row = this.rowsOf(kind).get(id);
		if (!row) throw new Error(`There is no ${kind} ${id}`);
		return row;
	}

	/** How many newer records a list shows before this one. */
	rankOf(kind: Kind, id: number): number {
		return this.sorted(kind, () => true, 'newest').findIndex((row) => row.id === id);
	}

	/** @throws Error where no answer comes */
	answer(request: Request): Answer {
		this.requests.push(request);
		this.now += this.answerMs;
		const headers = { date: new Date(this.now).toUTCString() };
		const failure = this.failures.shift();
		if (failure === 'disconnect') {
			throw Object.assign(new Error('The connection was cut'), { code: 'ECONNRESET' });
		}
		if (failure === 'hollow') return { statusCode: 200, headers, body: {} };
		if (failure !== undefined) {
			return { statusCode: failure, headers, body: { message: 'Not now' } };
		}
		if (!isDocumented(request)) {
			return { statusCode: 422, headers, body: { message: 'No such value' } };
		}
		const body = this.find(request);
		const answer = body
			? { statusCode: 200, headers, body }
			: { statusCode: 404, headers, body: { message: 'Not found' } };
		const wrong = this.faults[0]?.(answer, request);
		if (wrong) this.faults.shift();
		return wrong ?? answer;
	}

	private find({ path, query }: Request): IDataObject | undefined {
		const [, key = '', id] = path.split('/');
		if (key === 'products' && id !== undefined) {
			const isThere = PRODUCTS.some((product) => product === Number(id));
			return isThere ? { id: Number(id), name: `Product ${id}` } : undefined;
		}
		const kind = key as Kind;
		const row = id === undefined ? undefined : this.rowsOf(kind).get(Number(id));
		if (id !== undefined) return row && this.show(kind, row);
		if (kind === 'comments' && !this.rowsOf('videos').has(idIn(query.video))) return undefined;
		return this.page(kind, query);
	}

	private isListed(kind: Kind, row: Row, query: IDataObject): boolean {
		const { product, status = 'enabled', email, plan, query: text = '', video } = query;
		if (product !== undefined && !row.products.includes(idIn(product))) return false;
		if (kind === 'customers') {
			const hasStatus = status === 'all' || row.status === status;
			return hasStatus && (email === undefined || email === emailOf(row));
		}
		if (kind === 'comments') {
			return row.video === idIn(video) && (row.parent === 0 || this.quirks.replies === 'beside');
		}
		const plans = plan === undefined ? row.plans : String(plan).split(',');
		return row.title.includes(String(text)) && row.plans.some((one) => plans.includes(one));
	}

	private sorted(kind: Kind, isListed: (row: Row) => boolean, sort: unknown): Row[] {
		const direction = sort === 'oldest' ? 1 : -1;
		const tie = this.quirks.ties === 'ascending' ? 1 : -1;
		const second = ({ at }: Row) => (at === null ? Infinity : Math.floor(at / 1000));
		return [...this.rowsOf(kind).values()]
			.filter(isListed)
			.sort((a, b) => direction * (second(a) - second(b) || 0) || tie * (a.id - b.id));
	}

	/** A whole list, kept until something changes. */
	private list(kind: Kind, { page: _, per_page: __, ...query }: IDataObject): Row[] {
		const key = `${kind} ${JSON.stringify(query)}`;
		const rows =
			this.lists.get(key) ??
			this.sorted(kind, (row) => this.isListed(kind, row, query), query.sort);
		this.lists.set(key, rows);
		return rows;
	}

	private page(kind: Kind, query: IDataObject): IDataObject {
		const rows = this.list(kind, query);
		const size = Math.min(this.quirks.pageSize, Number(query.per_page ?? 50));
		const number = Number(query.page);
		const page = rows.slice((number - 1) * size, number * size);
		const isLast = number * size >= rows.length;
		const totals = { all: { total: rows.length }, page: { total: page.length }, absent: {} };
		return {
			_links: { next: { href: isLast ? null : `${BASE_URL}/${kind}?page=${number + 1}` } },
			count: page.length,
			...totals[this.quirks.total],
			_embedded: { [kind]: page.map((row) => this.show(kind, row)) },
		};
	}

	private show(kind: Kind, row: Row): IDataObject {
		const { id, status, plans, title, video } = row;
		const record = {
			id,
			created_at: stamp(row.at),
			updated_at: stamp(row.updatedAt),
			_links: { self: { href: `${BASE_URL}/${kind}/${id}` } },
		};
		if (kind === 'customers') return { ...record, name: title, email: emailOf(row) };
		if (kind === 'live_events') return { ...record, title, product_ids: row.products };
		if (kind === 'comments') {
			const replies = this.sorted(kind, ({ parent }) => parent === id, 'newest');
			const inside = this.quirks.replies === 'inside' ? replies : [];
			const comments = inside.map((reply) => this.show(kind, reply));
			return { ...record, content: title, video_id: video, _embedded: { comments } };
		}
		if (kind !== 'videos') return { ...record, name: title };
		const [from, until] = [stamp(row.availableFrom), stamp(row.availableUntil)];
		return { ...record, title, status, plans, time_available: from, time_unavailable: until };
	}
}
