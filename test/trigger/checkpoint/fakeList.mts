import { listNow } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/beginning.ts';
import { readOn } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/readOn.ts';
import { toPage } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/records.ts';
import type {
	Limits,
	ListCheckpoint,
	SortedList,
} from '../../../nodes/VideoSubscriptionTrigger/checkpoint/sortedList.ts';

interface Row {
	id: number;
	/** Seconds; undefined for one without a date. */
	at: number | undefined;
}

/** Records on each page. */
export const PAGE = 10;

/** A list of the service, by plain rows. */
export class FakeList implements SortedList {
	rows: Row[] = [];

	/** The clock of the service, in seconds. */
	now = 100_000;

	/** The pages that were read: the order and the number. */
	requests: string[] = [];

	/** What `total` is: the number of the records, that of the pages, or nothing. */
	total: 'records' | 'pages' | 'none' = 'records';

	/** Where records without a date stand: last in both orders, or with the newest. */
	undated: 'last' | 'newest' = 'last';

	private nextId = 1;

	/** One record a second, the last one at the given moment; or without a date. */
	add(count: number, until: number | null = this.now): number[] {
		const ids = Array.from({ length: count }, () => this.nextId++);
		ids.forEach((id, index) => {
			this.rows.push({ id, at: until === null ? undefined : until - (count - 1 - index) });
		});
		return ids;
	}

	readonly newest = async (page: number) => this.read('newest', page);

	readonly oldest = async (page: number) => this.read('oldest', page);

	limits(given: Partial<Limits> = {}): Limits {
		const { now, mayRead } = { now: () => this.now, mayRead: () => true };
		return { batch: 1000, now, mayRead, looksBeside: false, ...given };
	}

	/** Only so many requests fit into each poll. */
	allowing(most: number) {
		return { mayRead: (more = 1) => this.requests.length + more <= most };
	}

	/** The checkpoint of a trigger that begins now. */
	async begun(): Promise<ListCheckpoint> {
		const { checkpoint } = await listNow(this, this.limits());
		this.requests = [];
		return checkpoint;
	}

	/** What one poll finds, and what it asks for. */
	async poll(before: ListCheckpoint, given: Partial<Limits> = {}) {
		this.requests = [];
		const { taken, after, met } = await readOn(this, before, this.limits(given));
		return { ids: taken.map(({ id }) => id), after, met, requests: this.requests };
	}

	/** Polls on until so many polls in a row brought nothing. */
	async pollOn(before: ListCheckpoint, quiet = 3, given: Partial<Limits> = {}) {
		let checkpoint = before;
		const batches: number[][] = [];
		let spent = 0;
		for (let silent = 0; silent < quiet; ) {
			const { ids, after, requests } = await this.poll(checkpoint, given);
			spent += requests.length;
			checkpoint = after;
			silent = ids.length > 0 ? 0 : silent + 1;
			if (ids.length > 0) batches.push(ids);
		}
		return { batches, ids: batches.flat(), spent, checkpoint };
	}

	private rankOf({ at }: Row, isNewestFirst: boolean): number {
		if (at !== undefined) return isNewestFirst ? -at : at;
		return this.undated === 'last' || !isNewestFirst ? Infinity : -Infinity;
	}

	private read(order: 'newest' | 'oldest', number: number) {
		this.requests.push(`${order} ${number}`);
		const isNewest = order === 'newest';
		const sorted = [...this.rows].sort((a, b) =>
			this.rankOf(a, isNewest) < this.rankOf(b, isNewest) ? -1 : 1,
		);
		const shown = sorted.slice((number - 1) * PAGE, number * PAGE).map(({ id, at }) => ({
			id,
			created_at: at === undefined ? null : new Date(at * 1000).toISOString(),
		}));
		const href = number * PAGE < sorted.length ? 'https://service.test/next' : null;
		const totals = {
			none: {},
			records: { total: sorted.length },
			pages: { total: Math.ceil(sorted.length / PAGE) },
		};
		const links = { next: { href } };
		return toPage({ ...totals[this.total], _links: links, _embedded: { shown } }, 'shown', number);
	}
}
