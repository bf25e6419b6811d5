import { withMovedUp } from './pages';
import type { Entry, Page, ReadPage } from './records';
import { closedWindow, type Limits, pausedWindow, type Reading, type Window } from './window';

/** Seconds. Each scan goes back by so much behind the one before, and once in ten minutes by all of the overlap. */
const NEAR = 120;
const FULL_SCAN_EVERY = 540;

/** Later than any moment; JSON has no Infinity. */
const EVER = Number.MAX_SAFE_INTEGER;

/** One scan through the list, or the next part of one, from its newest records down to where all is known. */
class Scan {
	private readonly read: Entry[] = [];

	private readonly fresh: Entry[] = [];

	private readonly seen: Map<number, number>;

	private startedAt: number | undefined;

	/** Down to which moment the scan goes. */
	private from: number;

	private upTo: number;

	constructor(
		private readonly readPage: ReadPage,
		private readonly before: Window,
		private readonly limits: Limits,
	) {
		const { since, lastScanAt, scan } = before;
		this.seen = new Map(before.seen);
		this.startedAt = scan?.startedAt;
		this.from = scan?.from ?? Math.max(since, lastScanAt - NEAR);
		this.upTo = scan?.upTo ?? EVER;
	}

	async run(): Promise<Reading> {
		const { batch, mayRead, now } = this.limits;
		const read = withMovedUp(this.readPage, mayRead);
		const first = this.before.scan?.page ?? 1;
		for (let number = first; ; number++) {
			let page = await read(number);
			this.startedAt ??= now();
			if (number === first) page = await this.withPagesBefore(page, number);
			const isNew = page.entries.filter((entry) => this.isNew(entry));
			const hasRoom = this.take(page, isNew);
			const window = { ...this.before, seen: this.seen };
			if (hasRoom && this.isThrough(page, isNew.length)) {
				return this.reading(closedWindow(window, this.startedAt, this.from));
			}
			if (hasRoom && this.fresh.length < batch && mayRead()) continue;
			const { startedAt, from, upTo } = this;
			// A page that showed something new is read once more: others may have moved up to it.
			const next = isNew.length > 0 ? number : number + 1;
			return this.reading(pausedWindow(window, { page: next, startedAt, from, upTo }));
		}
	}

	private reading(after: Window): Reading {
		return { fresh: this.fresh, read: this.read, after };
	}

	private isNew({ id, at }: Entry): boolean {
		const { since, scan } = this.before;
		return !this.seen.has(id) && at >= Math.min(since, this.from) && at <= (scan?.upTo ?? EVER);
	}

	/** Where a scan goes on: when enough left since that nothing here was read, the pages before are looked at again. */
	private async withPagesBefore(page: Page, number: number): Promise<Page> {
		const entries = [...page.entries];
		for (let before = number - 1; before > 0 && this.limits.mayRead(); before--) {
			if (!entries.every((entry) => this.isNew(entry))) break;
			entries.unshift(...(await this.readPage(before)).entries);
		}
		return { ...page, entries };
	}

	/** Takes what is new on a page, the newest first, as far as there is room in the batch; whether there was for all. */
	private take({ entries }: Page, isNew: Entry[]): boolean {
		this.read.push(...entries);
		const room = this.limits.batch - this.fresh.length;
		const fitting = [...isNew].sort((a, b) => b.at - a.at).slice(0, room);
		this.fresh.push(...fitting);
		for (const { id, at } of entries) if (this.seen.has(id)) this.seen.set(id, at);
		for (const { id, at } of fitting) this.seen.set(id, at);
		const isWhole = fitting.length === isNew.length;
		const read = isWhole ? entries : fitting;
		this.upTo = Math.min(this.upTo, ...read.map(({ at }) => at));
		return isWhole;
	}

	/** Whether the scan came down to where it goes; a page of nothing but new records never ends it. */
	private isThrough({ isLast, entries }: Page, newHere: number): boolean {
		const reaches = (moment: number) =>
			isLast || (newHere < entries.length && entries.some(({ at }) => at < moment));
		if (!reaches(this.from)) return false;
		if (this.isFullScanDue()) this.from = Math.min(this.from, this.before.since);
		return reaches(this.from);
	}

	/** It is put off while there is something new, by one poll at most. */
	private isFullScanDue(): boolean {
		const { lastScanAt, lastFullScanAt } = this.before;
		const latest = this.fresh.length === 0 ? this.startedAt : undefined;
		return (latest ?? lastScanAt) - lastFullScanAt >= FULL_SCAN_EVERY;
	}
}

/**
 * Reads a list, newest first, from page 1 down to where all is known. Each record is looked at by several polls,
 * since records move between pages and are listed late. What does not fit into one poll is gone on with by the
 * next one, which begins again with page 1 when it is through.
 */
export async function readNew(
	readPage: ReadPage,
	before: Window,
	limits: Limits,
): Promise<Reading> {
	const first = await new Scan(readPage, before, limits).run();
	const room = limits.batch - first.fresh.length;
	if (!before.scan || first.after.scan || room <= 0 || !limits.mayRead()) return first;
	const second = await new Scan(readPage, first.after, { ...limits, batch: room }).run();
	return {
		fresh: [...first.fresh, ...second.fresh],
		read: [...first.read, ...second.read],
		after: second.after,
	};
}
