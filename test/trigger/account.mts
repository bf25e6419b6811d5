import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { customerStatuses } from '../contract/index.mts';
import { answerOf, Faults, SimulatedFault } from '../service/faults.mts';
import { createService, type ServiceOptions, type SimulatedService } from '../service/index.mts';

/** A request as it reaches the service. */
export interface Request {
	/** Below the base address. */
	path: string;
	query: IDataObject;
}

export interface Answer {
	statusCode: number;
	headers: IDataObject;
	/** Text, or the data itself. */
	body: unknown;
}

/** What histories do to an account, and what the trigger reads of it. Moments in milliseconds. */
export interface Account {
	readonly faults: Faults;
	/** Whether a customer can be in the lists of several statuses. */
	readonly holdsSeveral: boolean;
	/** A customer with these statuses; of several the first one changes with {@link setCustomerStatus}. */
	addCustomer(createdAt: number, statuses?: string[]): number;
	removeCustomer(id: number): void;
	setCustomerStatus(id: number, status: string): void;
	/** Gives a customer the first of {@link PRODUCTS}, or takes it away. */
	setCustomerProduct(id: number, hasProduct: boolean): void;
	/** Changes something else of a customer. */
	touchCustomer(id: number): void;
	/** A live event of both {@link PRODUCTS}. */
	addLiveEvent(createdAt: number): number;
	removeLiveEvent(id: number): void;
	/** Takes a live event out of its products, or puts it back. */
	setLiveEventListed(id: number, isListed: boolean): void;
	addVideo(status: string | null, createdAt: number, availability?: Availability): number;
	removeVideo(id: number): void;
	setVideoStatus(id: number, status: string | null): void;
	setAvailability(id: number, availability: Availability): void;
	addComment(video: number, createdAt: number): number;
	addReply(comment: number, createdAt: number): number;
	/** @throws Error where no answer comes */
	answer(request: Request): Answer;
	/** What the requests did against the spec. */
	violations(): string[];
}

/** When viewers can watch a video; null for always. */
export interface Availability {
	from: number | null;
	until: number | null;
}

const ALWAYS: Availability = { from: null, until: null };

/** How services differ in what the spec leaves open. */
export interface Quirks {
	now: () => number;
	pageSize: number;
	/** The order of records of one second. */
	ties: 'ascending' | 'descending' | 'mixed';
	/** Whether the records of a page stand in no order. */
	isPageMixed: boolean;
	/** What `total` means: the spec leaves it open. */
	total: 'all' | 'none' | 'page' | 'pages' | 'text' | 'constant';
	/** The order of a list when none is asked for, or one that it does not have. */
	defaultOrder: 'newest' | 'oldest' | 'mixed';
	/** Where records without a date are sorted. */
	undated: 'first' | 'last' | 'newest' | 'oldest';
	replies: 'inside' | 'beside' | 'both';
	commentOrder: 'newest' | 'oldest';
}

/** A service as one would guess it; without `sort` its order is not the one to hope for. */
export const USUAL_QUIRKS = {
	ties: 'descending',
	isPageMixed: false,
	total: 'all',
	defaultOrder: 'mixed',
	undated: 'last',
	replies: 'inside',
	commentOrder: 'newest',
} as const satisfies Omit<Quirks, 'now' | 'pageSize'>;

export const BASE_URL = 'http://127.0.0.1:4010';

/** Products that every account has. */
export const PRODUCTS = [101, 102];

interface Row {
	id: number;
	at: number;
	updatedAt: number;
	status: string | null;
	video: number;
	parent: number;
	availability: Availability;
	/** Further statuses of a customer. */
	others: string[];
	/** Whether the service tells no date of its creation. */
	isUndated: boolean;
	/** Whether a customer has the product that is asked for. */
	hasProduct: boolean;
}

const NO_ROW: Omit<Row, 'id' | 'at' | 'updatedAt'> = {
	status: null,
	video: 0,
	parent: 0,
	availability: ALWAYS,
	others: [],
	isUndated: false,
	hasProduct: true,
};

const emailOf = ({ id }: Row) => `customer+${id}@example.com`;

const textOf = (moment: number | null): string | null => (moment === null ? null : stamp(moment));

const timesOf = ({ availability: { from, until } }: Row) => ({
	time_available: textOf(from),
	time_unavailable: textOf(until),
});

/** The status of a live event that its products show. */
const LISTED = 'listed';

/** A number that looks random and is the same for the same id. */
const mixed = (id: number) => (id * 7919 + 13) % 101;

const stamps = new Map<number, string>();

const stamp = (milliseconds: number): string => {
	const known = stamps.get(milliseconds);
	if (known) return known;
	const text = `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
	stamps.set(milliseconds, text);
	return text;
};

/**
 * The lists that the trigger reads, as plain data: a thousand times faster than a service that
 * checks what it is asked, and with more quirks.
 */
export class LightAccount implements Account {
	readonly faults = new Faults();

	private readonly rows = {
		customers: new Map<number, Row>(),
		live_events: new Map<number, Row>(),
		videos: new Map<number, Row>(),
		comments: new Map<number, Row>(),
	};

	/** Sorted lists, kept until something changes. */
	private readonly lists = new Map<string, Row[]>();

	private nextId = 100;

	constructor(private readonly quirks: Quirks) {}

	/** An id that no record of this account gets. */
	skipId(): void {
		this.nextId++;
	}

	private add(
		kind: keyof LightAccount['rows'],
		createdAt: number,
		given: Partial<Row> = {},
	): number {
		this.lists.clear();
		this.nextId += 1 + (mixed(this.nextId) % 3);
		const id = this.nextId;
		const row = { ...NO_ROW, id, at: createdAt, updatedAt: createdAt, ...given };
		this.rows[kind].set(id, row);
		if (row.video > 0) this.group(`on ${row.video}`).push(row);
		if (row.parent > 0) this.group(`to ${row.parent}`).push(row);
		return id;
	}

	private group(name: string): Row[] {
		const rows = this.groups.get(name) ?? [];
		this.groups.set(name, rows);
		return rows;
	}

	private change(kind: keyof LightAccount['rows'], id: number, changes: Partial<Row>): void {
		const row = this.rows[kind].get(id);
		this.lists.clear();
		if (row) Object.assign(row, changes, { updatedAt: this.quirks.now() });
	}

	readonly holdsSeveral = true;

	addCustomer(createdAt: number, [status, ...others] = ['enabled']): number {
		return this.add('customers', createdAt, { status, others });
	}

	removeCustomer(id: number): void {
		this.lists.clear();
		this.rows.customers.delete(id);
	}

	setCustomerStatus(id: number, status: string): void {
		this.change('customers', id, { status });
	}

	setCustomerProduct(id: number, hasProduct: boolean): void {
		this.change('customers', id, { hasProduct });
	}

	touchCustomer(id: number): void {
		this.change('customers', id, {});
	}

	/** A customer of whom the service tells no date. */
	addUndatedCustomer(): number {
		return this.add('customers', this.quirks.now(), { status: 'enabled', isUndated: true });
	}

	addLiveEvent(createdAt: number): number {
		return this.add('live_events', createdAt, { status: LISTED });
	}

	removeLiveEvent(id: number): void {
		this.lists.clear();
		this.rows.live_events.delete(id);
	}

	setLiveEventListed(id: number, isListed: boolean): void {
		this.change('live_events', id, { status: isListed ? LISTED : null });
	}

	addVideo(status: string | null, createdAt: number, availability = ALWAYS): number {
		return this.add('videos', createdAt, { status, availability });
	}

	removeVideo(id: number): void {
		this.lists.clear();
		this.rows.videos.delete(id);
	}

	setVideoStatus(id: number, status: string | null): void {
		this.change('videos', id, { status });
	}

	setAvailability(id: number, availability: Availability): void {
		this.change('videos', id, { availability });
	}

	addComment(video: number, createdAt: number): number {
		return this.add('comments', createdAt, { video });
	}

	addReply(comment: number, createdAt: number): number {
		const parent = this.rows.comments.get(comment);
		return this.add('comments', createdAt, { video: parent?.video ?? 0, parent: comment });
	}

	answer({ path, query }: Request): Answer {
		const fault = this.faults.take('GET', path);
		if (fault) {
			const { status, headers, body } = answerOf(fault);
			return { statusCode: status, headers, body };
		}
		const json = this.find(path, query);
		const headers = { date: new Date(this.quirks.now()).toUTCString() };
		return json
			? { statusCode: 200, headers, body: json }
			: { statusCode: 404, headers, body: { message: 'Not found' } };
	}

	private find(path: string, query: IDataObject): IDataObject | undefined {
		const [, key, id] = path.split('/');
		if (key === 'customers' && id === undefined) {
			const { status = 'enabled', email = '', product = '' } = query;
			const isListed = (row: Row) =>
				(product === '' || row.hasProduct) &&
				(status === 'all' || row.status === status || row.others.includes(String(status))) &&
				(email === '' || emailOf(row) === email);
			return this.page(
				key,
				`${String(status)} ${String(email)} ${String(product)}`,
				isListed,
				query,
			);
		}
		if (key === 'customers') {
			const row = this.rows.customers.get(Number(id));
			return row && (query.product === undefined || row.hasProduct)
				? this.show(key, row)
				: undefined;
		}
		if (key === 'products') return PRODUCTS.includes(Number(id)) ? { id: Number(id) } : undefined;
		if (key === 'live_events') {
			return this.page(key, '', ({ status }) => status === LISTED, query);
		}
		if (key === 'videos' && id === undefined) return this.page(key, '', () => true, query);
		if (key === 'videos') {
			const row = this.rows.videos.get(Number(id));
			return row && this.show(key, row);
		}
		const video = Number(/\d+$/.exec(String(query.video))?.[0]);
		const isListed = ({ parent }: Row) => parent === 0 || this.quirks.replies !== 'inside';
		return this.rows.videos.has(video)
			? this.page('comments', `on ${video}`, isListed, query)
			: undefined;
	}

	/** The comments on each video, and the replies to each comment. */
	private readonly groups = new Map<string, Row[]>();

	private list(
		key: keyof LightAccount['rows'],
		filter: string,
		isListed: (row: Row) => boolean,
		order: Quirks['defaultOrder'] = 'newest',
	): Row[] {
		const known = this.lists.get(`${key} ${order} ${filter}`);
		if (known) return known;
		const all = key === 'comments' ? (this.groups.get(filter) ?? []) : this.rows[key].values();
		const rows = [...all].filter(isListed).sort((a, b) => this.compare(a, b, order));
		this.lists.set(`${key} ${order} ${filter}`, rows);
		return rows;
	}

	/** Comments have one order; other lists the one that is asked for, or some. */
	private orderOf(key: keyof LightAccount['rows'], sort: unknown): Quirks['defaultOrder'] {
		if (key === 'comments') return this.quirks.commentOrder;
		return sort === 'newest' || sort === 'oldest' ? sort : this.quirks.defaultOrder;
	}

	private page(
		key: keyof LightAccount['rows'],
		filter: string,
		isListed: (row: Row) => boolean,
		query: IDataObject,
	): IDataObject {
		const { pageSize, isPageMixed } = this.quirks;
		const number = Number(query.page);
		const rows = this.list(key, filter, isListed, this.orderOf(key, query.sort));
		const page = rows.slice((number - 1) * pageSize, number * pageSize);
		if (isPageMixed) page.sort((a, b) => mixed(a.id) - mixed(b.id));
		const isLast = number * pageSize >= rows.length;
		return {
			_links: { next: { href: isLast ? null : `${BASE_URL}/${key}?page=${number + 1}` } },
			count: page.length,
			...this.totalOf(rows.length, page.length),
			_embedded: { [key]: page.map((row) => this.show(key, row)) },
		};
	}

	private totalOf(all: number, onPage: number): IDataObject {
		const { total, pageSize } = this.quirks;
		if (total === 'none') return {};
		const readings = {
			all,
			page: onPage,
			pages: Math.ceil(all / pageSize),
			text: String(all),
			constant: 100_000,
		};
		return { total: readings[total] };
	}

	/** Where a record stands; one without a date at the end that the account puts them at. */
	private rankOf({ at, isUndated }: Row, order: 'newest' | 'oldest'): number {
		const moment = Math.floor(at / 1000);
		const rank = order === 'newest' ? -moment : moment;
		const { undated } = this.quirks;
		if (!isUndated) return rank;
		const isFirst = undated === 'first' || undated === order;
		return isFirst ? -Infinity : Infinity;
	}

	private compare(a: Row, b: Row, order: Quirks['defaultOrder']): number {
		const byMix = mixed(a.id) - mixed(b.id) || a.id - b.id;
		if (order === 'mixed') return byMix;
		const { ties } = this.quirks;
		const [rankA, rankB] = [this.rankOf(a, order), this.rankOf(b, order)];
		if (rankA !== rankB) return rankA < rankB ? -1 : 1;
		if (ties === 'mixed') return byMix;
		const isDescending = (ties === 'descending') === (order === 'newest');
		return isDescending ? b.id - a.id : a.id - b.id;
	}

	private show(key: string, row: Row): IDataObject {
		const { id, at, updatedAt, status, video, isUndated } = row;
		const dates = { created_at: isUndated ? null : stamp(at), updated_at: stamp(updatedAt) };
		const common = { id, ...dates };
		const links = { self: { href: `${BASE_URL}/${key}/${id}` } };
		if (key === 'customers') return { ...common, _links: links, email: emailOf(row) };
		if (key === 'videos') return { ...common, _links: links, status, ...timesOf(row) };
		if (key !== 'comments') return { ...common, _links: links, status };
		const inside = this.quirks.replies === 'beside' ? [] : this.repliesTo(id);
		return { ...common, _links: links, video_id: video, _embedded: { comments: inside } };
	}

	private repliesTo(comment: number): IDataObject[] {
		const rows = this.list('comments', `to ${comment}`, () => true);
		return rows.map((row) => this.show('comments', row));
	}

	violations(): string[] {
		return [];
	}
}

const customerStatus = z.enum(customerStatuses);

/** The simulated service, which checks every request against the contract. */
export class SimulatedAccount implements Account {
	readonly service: SimulatedService;

	private readonly authorization: string;

	constructor({ now, pageSize, replies, commentOrder }: Quirks, given: ServiceOptions = {}) {
		this.service = createService({
			now: () => new Date(now()),
			publicUrl: BASE_URL,
			seed: 'empty',
			uploadSeconds: null,
			maxPerPage: pageSize,
			logLimit: 10,
			replies,
			commentOrder,
			...given,
		});
		const { apiKey } = this.service.settings;
		this.authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
	}

	get faults(): Faults {
		return this.service.faults;
	}

	readonly holdsSeveral = false;

	addCustomer(createdAt: number, [status]: string[] = ['enabled']): number {
		return this.service.state.addCustomer({ createdAt, status: customerStatus.parse(status) }).id;
	}

	removeCustomer(id: number): void {
		this.service.state.removeCustomer(id);
	}

	setCustomerStatus(id: number, status: string): void {
		if (!this.service.state.customers.get(id)) return;
		this.service.state.setStatus(id, customerStatus.parse(status));
	}

	setCustomerProduct(id: number, hasProduct: boolean): void {
		if (!this.service.state.customers.get(id)) return;
		this.service.state.editCustomer(id, (customer) => {
			const [productId = 0] = PRODUCTS;
			const grant = { productId, plan: 'standard' as const, isRental: false, expiresIn: null };
			customer.grants = hasProduct ? [grant] : [];
		});
	}

	touchCustomer(id: number): void {
		this.service.state.editCustomer(id, () => {});
	}

	addLiveEvent(createdAt: number): number {
		return this.service.state.addLiveEvent({ productIds: PRODUCTS, createdAt }).id;
	}

	removeLiveEvent(id: number): void {
		this.service.state.removeLiveEvent(id);
	}

	setLiveEventListed(id: number, isListed: boolean): void {
		const { liveEvents } = this.service.state;
		if (!liveEvents.get(id)) return;
		this.service.state.editLiveEvent(id, (event) => {
			event.productIds = isListed ? PRODUCTS : [];
		});
	}

	addVideo(status: string | null, createdAt: number, { from, until } = ALWAYS): number {
		const [timeAvailable, timeUnavailable] = [textOf(from), textOf(until)];
		return this.service.state.addVideo({ status, createdAt, timeAvailable, timeUnavailable }).id;
	}

	removeVideo(id: number): void {
		this.service.state.removeVideo(id);
	}

	setVideoStatus(id: number, status: string | null): void {
		if (this.service.state.videos.get(id)) this.service.state.setVideoStatus(id, status);
	}

	setAvailability(id: number, { from, until }: Availability): void {
		if (!this.service.state.videos.get(id)) return;
		this.service.state.editVideo(id, (video) => {
			video.timeAvailable = textOf(from);
			video.timeUnavailable = textOf(until);
		});
	}

	addComment(videoId: number, createdAt: number): number {
		return this.service.state.addComment({ videoId, createdAt }).id;
	}

	addReply(parentId: number, createdAt: number): number {
		return this.service.state.addReply({ parentId, createdAt }).id;
	}

	answer({ path, query }: Request): Answer {
		const parameters = new URLSearchParams();
		for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
		const { authorization } = this;
		const request = { method: 'GET', path, query: parameters, headers: { authorization } };
		const { status, headers, body } = this.service.handle(request);
		return { statusCode: status, headers, body };
	}

	violations(): string[] {
		return this.service.violations.map(({ problem }) => problem);
	}
}

export { SimulatedFault };
