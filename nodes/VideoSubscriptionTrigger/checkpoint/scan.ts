import { type Entry, unique } from '../lists/entries';
import { assertWhole, type Page, type ReadPage } from '../lists/pages';
import { Walk } from '../lists/walk';
import {
	closedWindow,
	type Limits,
	type PausedScan,
	type Reading,
	trimmedWindow,
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
		this.from = this.paused?.from ?? since;
		this.upTo = this.paused?.upTo ?? END_OF_TIME;
	}

	async run(): Promise<Reading> {
		const { batch, mayRead } = this.limits;
		const isKnown = this.paused && ((entry: Entry) => !this.isNew(entry));
		const walk = new Walk(this.readPage, mayRead, this.paused?.page, isKnown);
		let page = walk.next;
		let isThrough = false;
		for await (const shown of walk.pages()) {
			assertWhole(shown);
			const fresh = shown.entries.filter((entry) => this.isNew(entry));
			// A list by product holds a customer once for each plan (docs/service.md, Lists).
			isThrough = this.take(shown, unique(fresh)) && this.isEnd(shown, fresh.length);
			// A page with new entries is read again by the next poll, because later entries may have moved up to it.
			page = fresh.length > 0 ? walk.next - 1 : walk.next;
			if (isThrough || this.fresh.length >= batch) break;
		}
		const { fresh, read, from, upTo, startedAt } = this;
		const window = { ...this.before, seen: this.seen };
		const scan: PausedScan = { kind: 'paused', page, startedAt, from, upTo };
		const after = isThrough
			? closedWindow(window, startedAt)
			: trimmedWindow({ ...window, scan }, startedAt);
		return { fresh, read, after };
	}

	private get startedAt(): number {
		return this.paused?.startedAt ?? this.limits.startedAt();
	}

	private isNew({ id, at }: Entry): boolean {
		const isRead = this.paused !== undefined && at > this.paused.upTo;
		return !this.seen.has(id) && at >= Math.min(this.before.since, this.from) && !isRead;
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
	private isEnd({ entries, isLast }: Page, fresh: number): boolean {
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
	const { fresh, read, after } = await readNew(readPage, first.after, { ...limits, batch: room });
	return { fresh: [...first.fresh, ...fresh], read: [...first.read, ...read], after };
}
