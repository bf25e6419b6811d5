import { type IHttpRequestOptions, NodeApiError } from 'n8n-workflow';

import { pollUntil } from '../../shared/client/poll';
import { cancelSignal } from '../../shared/client/context';
import { send } from '../../shared/client/legacy';
import { InvalidResponseError, requireIdInResponse } from '../../shared/client/response';
import { firstPosition, type CollectionItem, keysByPlace, readItems } from '../items';
import { INVALID_POSITION } from '../position';
import { type Plan, planMoves } from './plan';
import type { Row, ItemsSyncRun } from './run';

/** Milliseconds until a list shows an addition (docs/service.md, Lists), and a move. */
const ADDED_AFTER_MS = 30_000;
const MOVED_AFTER_MS = 10_000;
const LONGEST_PAUSE_MS = 5_000;

/** Maximum number of times that a removal is sent, or that the moves are planned again without progress. */
const ATTEMPTS = 3;

const statusOf = (error: unknown) => (error instanceof NodeApiError ? Number(error.httpCode) : NaN);

/** Whether a write was certainly not done. A 404 may be from a proxy, and proves nothing about a removal. */
function isRefused(error: unknown): boolean {
	const status = statusOf(error);
	return status >= 400 && status < 500 && status !== 404 && status !== 408;
}

/** Returns the error for an item that is not as wanted at the end although no write was refused. */
function unexplained(problem: string): InvalidResponseError {
	return new InvalidResponseError(
		problem,
		'Somebody else may change the collection at the same time. Look with Get Items, and run this again: what is done already is left alone.',
	);
}

/**
 * Carries out a plan: additions, removals, moves. After a lost response, the items are read to find out whether the write
 * was done, before it is sent again. An addition is never sent again, because it may appear later.
 */
export class PlanExecution {
	/** The keys of items that were moved. */
	readonly moved = new Set<string>();

	/** The keys of the removals that were carried out. Nothing is removed when an addition was refused. */
	removals: string[] = [];

	/** The keys of items that are not in their place at the end. */
	private unplaced = new Set<string>();

	/** The errors of failed writes, by key. An error is reported only if the item is not as wanted at the end. */
	private readonly failures = new Map<string, unknown>();

	/** The wanted rows, in their order. */
	private readonly rows: Map<string, Row>;

	/** The keys of the items that were read last. */
	private present: Set<string>;

	constructor(
		private readonly run: ItemsSyncRun,
		private readonly plan: Plan,
		rows: Row[],
		/** The items that were read last. */
		public items: CollectionItem[],
	) {
		this.rows = new Map(rows.map((row) => [row.key, row]));
		this.present = new Set(items.map(({ key }) => key));
	}

	async carryOut(): Promise<void> {
		for (const key of this.plan.additions) await this.writeMember('PUT', key);
		// A row with a wrong ID may refer to one of the items that would be removed.
		const isWhole = !this.plan.additions.some((key) => this.isRejected(key));
		this.removals = isWhole ? this.plan.removals : [];
		await this.removeAll(this.removals);
		if (this.run.keepOrder) this.unplaced = new Set(await this.order());
	}

	/** Throws when an item is not as wanted at the end. */
	check(key: string): void {
		const isPresent = this.present.has(key);
		const isWanted = this.rows.has(key);
		if (isPresent === isWanted && !this.unplaced.has(key)) return;
		if (this.failures.has(key)) throw this.failures.get(key);
		if (!isWanted) throw unexplained('It was removed, but the service still lists it');
		throw unexplained(
			isPresent
				? 'It could not be put into its place'
				: 'The service does not list it in the collection',
		);
	}

	/** Sends a write once, and keeps its failure. */
	private async write(
		key: string,
		options: Pick<IHttpRequestOptions, 'method' | 'body'>,
		subPath = '',
	): Promise<boolean> {
		const { context, options: common, url } = this.run;
		this.failures.delete(key);
		const sending = send(this.rows.get(key)?.context ?? context, {
			options: { ...common, url: `${url}/items${subPath}`, ...options },
			idempotent: false,
			...(subPath !== '' && { explanations: INVALID_POSITION }),
			ambiguousHint:
				'It may have been done anyway. Run this again: what is done already is left alone.',
		});
		return await sending.then(
			() => true,
			(error: unknown) => {
				this.failures.set(key, error);
				return false;
			},
		);
	}

	private async writeMember(method: 'PUT' | 'DELETE', key: string): Promise<void> {
		const id = Number(key.split(' ')[1]);
		await this.write(key, { method, body: { [`${this.run.member.kind}_id`]: id } });
	}

	/** Reads the items until they are as expected, or until the list should have shown the changes. */
	private async readUntil(isExpected: () => boolean, totalMs: number): Promise<void> {
		const { url, member, context } = this.run;
		await pollUntil({
			look: async () => {
				this.items = await readItems(this.run, `${url}/items`, member.kind);
				this.present = new Set(this.items.map(({ key }) => key));
				return isExpected() || undefined;
			},
			delayAfter: (looks) => Math.min(LONGEST_PAUSE_MS, 500 * 2 ** looks),
			totalMs,
			signal: cancelSignal(context),
		});
	}

	/** Whether an addition was refused, or its video, collection or file does not exist. */
	private isRejected(key: string): boolean {
		const failure = this.failures.get(key);
		return statusOf(failure) === 404 || isRefused(failure);
	}

	/** Removes items, and reads the list until it shows the additions and removals. */
	private async removeAll(removals: string[]): Promise<void> {
		const { additions } = this.plan;
		const isAdded = (key: string) => this.present.has(key) || this.isRejected(key);
		const left = () =>
			removals.filter((key) => this.present.has(key) && !isRefused(this.failures.get(key)));
		if (additions.length + removals.length === 0) return;
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			for (const key of left()) await this.writeMember('DELETE', key);
			const isLost = () => left().some((key) => this.failures.has(key));
			await this.readUntil(
				() => (left().length === 0 || isLost()) && additions.every(isAdded),
				ADDED_AFTER_MS,
			);
			if (left().length === 0) return;
		}
	}

	/** Moves the items into their order. Returns the keys of those that could not be moved. */
	private async order(): Promise<string[]> {
		const wanted = [...this.rows.keys()];
		const plan = () => planMoves(keysByPlace(this.items), wanted);
		let fewest = Infinity;
		let attempts = 0;
		for (;;) {
			const moves = plan();
			if (moves.length === 0) return [];
			attempts = moves.length < fewest ? 1 : attempts + 1;
			fewest = Math.min(fewest, moves.length);
			if (attempts > ATTEMPTS) return moves.map(({ key }) => key);
			const first = firstPosition(this.items);
			const itemIds = new Map(this.items.map(({ key, itemId }) => [key, itemId]));
			let failed: string | undefined;
			for (const { key, index } of moves) {
				if (!(await this.move(key, itemIds.get(key), index + first))) {
					failed = key;
					break;
				}
			}
			await this.readUntil(() => failed !== undefined || plan().length === 0, MOVED_AFTER_MS);
			if (failed !== undefined && isRefused(this.failures.get(failed))) {
				return plan().map(({ key }) => key);
			}
		}
	}

	private async move(key: string, itemId: unknown, position: number): Promise<boolean> {
		this.moved.add(key);
		const id = requireIdInResponse(itemId, 'item');
		return await this.write(key, { method: 'PUT', body: { position } }, `/${id}`);
	}
}
