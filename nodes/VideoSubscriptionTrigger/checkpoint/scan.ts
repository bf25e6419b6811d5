import { type ContiguousPage, withMovedUp } from './pages';
import { type Entry, type Page, type ReadPage, unique } from './records';
import {
	closedWindow,
	type Limits,
	OVERLAP,
	type PausedScan,
	pausedWindow,
	type Reading,
	type Window,
} from './window';

/** Seconds by which consecutive scans overlap; a full scan covers the whole overlap every ten minutes. */
const NEAR = 120;
const FULL_SCAN_EVERY = 540;

/** A number greater than any creation time that JSON can represent. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** One scan of a list, or the next part of a paused one, newest first, down to `from`. */
class Scan {
	private readonly read: Entry[] = [];

	private readonly fresh: Entry[] = [];

	private readonly seen: Map<number, number>;

	private readonly paused: PausedScan | undefined;

	private startedAt: number | undefined;

	/** The creation time down to which the scan goes. */
	private from: number;

	private upTo: number;

	constructor(
		private readonly readPage: ReadPage,
		private readonly before: Window,
		private readonly limits: Limits,
	) {
		const { since, lastScanAt, scan, seen } = before;
		this.seen = new Map(seen);
		this.paused = scan.kind === 'paused' ? scan : undefined;
		this.startedAt = this.paused?.startedAt;
		this.from = this.paused?.from ?? Math.max(since, lastScanAt - NEAR);
		this.upTo = this.paused?.upTo ?? END_OF_TIME;
	}

	async run(): Promise<Reading> {
		const { batch, mayRead, now } = this.limits;
		const read = withMovedUp(this.readPage, mayRead);
		const first = this.paused?.page ?? 1;
		for (let number = first; ; number++) {
			let page = await read(number);
			const startedAt = (this.startedAt ??= now());
			if (page.hasGap) return this.pause(number, startedAt);
			if (number === first) page = await this.withPagesBefore(page, number);
			const isNew = page.entries.filter((entry) => this.isNew(entry));
			// A list by product holds a customer once for each plan (docs/service.md, Lists).
			const hasRoom = this.take(page, unique(isNew));
			if (hasRoom && this.isThrough(page, isNew.length)) {
				return this.reading(closedWindow(this.window, startedAt, this.from));
			}
			if (hasRoom && page.isLast) return this.endEarly(number, startedAt);
			if (hasRoom && this.fresh.length < batch && mayRead()) continue;
			// A page with new entries is read again by the next poll, because later entries may have moved up to it.
			return this.pause(isNew.length > 0 ? number : number + 1, startedAt);
		}
	}

	private get window(): Window {
		return { ...this.before, seen: this.seen };
	}

	private reading(after: Window): Reading {
		return { fresh: this.fresh, read: this.read, after };
	}

	private pause(page: number, startedAt: number, more: Partial<Window> = {}): Reading {
		const { from, upTo } = this;
		const window = { ...this.window, ...more };
		return this.reading(pausedWindow(window, { kind: 'paused', page, startedAt, from, upTo }));
	}

	/** Ends this poll's part of the scan at the end of a list that is shorter than its `total`. The next poll reads it again. */
	private endEarly(page: number, startedAt: number): Reading {
		const shortSince = this.before.shortSince ?? startedAt;
		if (this.paused) return this.pause(page, startedAt, { shortSince });
		return this.reading({ ...this.window, shortSince });
	}

	private isNew({ id, at }: Entry): boolean {
		const isRead = this.paused !== undefined && at > this.paused.upTo;
		return !this.seen.has(id) && at >= Math.min(this.before.since, this.from) && !isRead;
	}

	/** Reads pages before the first one of a resumed scan for as long as all their entries are new and so have moved up. */
	private async withPagesBefore(page: ContiguousPage, number: number): Promise<ContiguousPage> {
		const entries = [...page.entries];
		for (let before = number - 1; before > 0 && this.limits.mayRead(); before--) {
			if (!entries.every((entry) => this.isNew(entry))) break;
			entries.unshift(...(await this.readPage(before)).entries);
		}
		return { ...page, entries };
	}

	/** Adds the new entries of a page, newest first, to the batch. Returns whether all of them fitted. */
	private take({ entries }: Page, isNew: Entry[]): boolean {
		this.read.push(...entries);
		const room = this.limits.batch - this.fresh.length;
		const fitting = [...isNew].sort((a, b) => b.at - a.at).slice(0, room);
		this.fresh.push(...fitting);
		for (const { id, at } of fitting) this.seen.set(id, at);
		const isWhole = fitting.length === isNew.length;
		const read = isWhole ? entries : fitting;
		this.upTo = Math.min(this.upTo, ...read.map(({ at }) => at));
		return isWhole;
	}

	/**
	 * Whether the list ends here. If it is shorter than its `total`, another poll must confirm the end. As the `total` may
	 * count hidden records permanently, it is ignored after an hour, unless the list is empty.
	 */
	private isEnd({ isLast, missing = 0 }: Page): boolean {
		const { shortSince = Infinity } = this.before;
		if (!isLast || missing === 0) return isLast;
		const isListed = this.read.length > 0 || this.paused !== undefined;
		const agreesAfter = this.paused ? 0 : OVERLAP;
		return isListed && (this.startedAt ?? 0) - shortSince >= agreesAfter;
	}

	/** Whether the scan has reached `from`. A page with only new records never ends it. */
	private isThrough(page: Page, newHere: number): boolean {
		const { entries } = page;
		const isEnd = this.isEnd(page);
		const reaches = (moment: number) =>
			isEnd || (newHere < entries.length && entries.some(({ at }) => at < moment));
		if (!reaches(this.from)) return false;
		if (this.isFullScanDue()) this.from = Math.min(this.from, this.before.since);
		return reaches(this.from);
	}

	/** Whether this scan covers the whole overlap. New records postpone a full scan by at most one poll. */
	private isFullScanDue(): boolean {
		const { lastScanAt, lastFullScanAt } = this.before;
		const latest = this.fresh.length === 0 ? this.startedAt : undefined;
		return (latest ?? lastScanAt) - lastFullScanAt >= FULL_SCAN_EVERY;
	}
}

/**
 * Reads the new records of a list, newest first. Consecutive scans overlap, because records move between pages and
 * appear late. The next poll continues a paused scan, and then starts another one from page 1.
 */
export async function readNew(
	readPage: ReadPage,
	before: Window,
	limits: Limits,
): Promise<Reading> {
	const first = await new Scan(readPage, before, limits).run();
	const room = limits.batch - first.fresh.length;
	const wasPaused = before.scan.kind === 'paused';
	const isPaused = first.after.scan.kind === 'paused';
	if (!wasPaused || isPaused || room <= 0 || !limits.mayRead()) return first;
	const second = await new Scan(readPage, first.after, { ...limits, batch: room }).run();
	return {
		fresh: [...first.fresh, ...second.fresh],
		read: [...first.read, ...second.read],
		after: second.after,
	};
}
