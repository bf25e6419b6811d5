import { type ContiguousPage, withMovedUp } from './pages';
import { assertWhole, type Entry, type Page, type ReadPage, unique } from './records';
import {
	closedWindow,
	type Limits,
	type PausedScan,
	pausedWindow,
	type Reading,
	type Window,
} from './window';

/** A number greater than any creation time that JSON can represent. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

/** One scan of a list, or the next part of a paused one, newest first, down to the start of the window. */
class Scan {
	private readonly read: Entry[] = [];

	private readonly fresh: Entry[] = [];

	private readonly seen: Map<number, number>;

	private readonly paused: PausedScan | undefined;

	private startedAt: number | undefined;

	/** The creation time down to which the scan goes. */
	private readonly from: number;

	private upTo: number;

	constructor(
		private readonly readPage: ReadPage,
		private readonly before: Window,
		private readonly limits: Limits,
	) {
		const { since, scan, seen } = before;
		this.seen = new Map(seen);
		this.paused = scan.kind === 'paused' ? scan : undefined;
		this.startedAt = this.paused?.startedAt;
		this.from = this.paused?.from ?? since;
		this.upTo = this.paused?.upTo ?? END_OF_TIME;
	}

	async run(): Promise<Reading> {
		const { batch, mayRead, now } = this.limits;
		const read = withMovedUp(this.readPage, mayRead);
		const first = this.paused?.page ?? 1;
		for (let number = first; ; number++) {
			let page = await read(number);
			assertWhole(page);
			const startedAt = (this.startedAt ??= now());
			if (page.hasGap) return this.pause(number, startedAt);
			if (number === first) page = await this.withPagesBefore(page, number);
			const fresh = page.entries.filter((entry) => this.isNew(entry));
			// A list by product holds a customer once for each plan (docs/service.md, Lists).
			const hasRoom = this.take(page, unique(fresh));
			if (hasRoom && this.isThrough(page, fresh.length)) {
				return this.reading(closedWindow(this.window, startedAt));
			}
			if (hasRoom && this.fresh.length < batch && mayRead()) continue;
			// A page with new entries is read again by the next poll, because later entries may have moved up to it.
			return this.pause(fresh.length > 0 ? number : number + 1, startedAt);
		}
	}

	private get window(): Window {
		return { ...this.before, seen: this.seen };
	}

	private reading(after: Window): Reading {
		return { fresh: this.fresh, read: this.read, after };
	}

	private pause(page: number, startedAt: number): Reading {
		const { from, upTo } = this;
		return this.reading(pausedWindow(this.window, { kind: 'paused', page, startedAt, from, upTo }));
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
	private take({ entries }: Page, fresh: Entry[]): boolean {
		this.read.push(...entries);
		const room = this.limits.batch - this.fresh.length;
		const fitting = [...fresh].sort((a, b) => b.at - a.at).slice(0, room);
		this.fresh.push(...fitting);
		for (const { id, at } of fitting) this.seen.set(id, at);
		const isWhole = fitting.length === fresh.length;
		const read = isWhole ? entries : fitting;
		this.upTo = Math.min(this.upTo, ...read.map(({ at }) => at));
		return isWhole;
	}

	/** Whether the scan has reached the end of the list, or `from`. A page with only new records is not yet there. */
	private isThrough({ entries, isLast }: Page, fresh: number): boolean {
		return isLast || (fresh < entries.length && entries.some(({ at }) => at < this.from));
	}
}

/**
 * Reads the new records of a list, newest first. Consecutive scans overlap, because records move between pages and
 * appear late. The next poll continues a paused scan, and then starts another one from page 1.
 *
 * @throws InvalidResponseError when the list ends far before its `total`
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
