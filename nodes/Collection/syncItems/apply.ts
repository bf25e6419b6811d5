import { NodeApiError } from 'n8n-workflow';

import type { Client } from '../../shared/client/client';
import { cancelSignal } from '../../shared/client/context';
import { hasStatus } from '../../shared/client/errors';
import { pollUntil } from '../../shared/client/poll';
import {
	type Explanation,
	InvalidResponseError,
	requireIdInResponse,
} from '../../shared/client/response';
import { ProgressLog } from '../../shared/sync/report';
import { type CollectionItem, firstPosition, keysByPlace } from '../items';
import type { ItemType } from '../itemType';
import { readItems } from './current';
import type { ItemsSyncRun, SyncRow } from './input';
import { type Plan, planMoves } from './plan';

/** Milliseconds until a list shows a change (docs/service.md, Lists). */
const LISTED_AFTER_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;

/** Maximum number of times that the moves are planned again without progress. */
const ATTEMPTS = 3;

const RUN_AGAIN = 'Run this again: what is already done is left unchanged.';

const REFUSED_MOVE: Explanation = {
	cause: 'The service did not accept the position',
	remedy: `The collection may have changed during the run. ${RUN_AGAIN}`,
};

/** Explains an addition of something that does not exist. The collection exists: it has been read. */
export const noContent = ({ kind, displayName }: ItemType): Explanation => ({
	cause: `The service found no such ${kind === 'file' ? displayName.toLowerCase() : kind}`,
	remedy: 'Check the ID. It may have been deleted or may belong to another account.',
});

/** Whether the service certainly did not carry out a write. */
function isRefused(error: unknown): boolean {
	const status = error instanceof NodeApiError ? Number(error.httpCode) : NaN;
	if (status === 404) return hasStatus(error, ['404']);
	return status >= 400 && status < 500 && status !== 408;
}

/** Returns the error for an item that is not as wanted at the end although no write was refused. */
function unexplained(problem: string): InvalidResponseError {
	return new InvalidResponseError(
		problem,
		`Someone else may be changing the collection at the same time. Check it with Get Items. ${RUN_AGAIN}`,
	);
}

/** What was done, or what a dry run predicts. */
export interface Outcome {
	/** The items by key, as they are after the run. */
	after: Map<string, Partial<CollectionItem>>;
	/** Keys of the items that were moved. */
	moved: Set<string>;
	/** Keys of the items that were removed. */
	removals: string[];
	/** Returns why an item is not as wanted. */
	findFailure: (key: string) => unknown;
}

class PlanApplication {
	/** The keys of items that were moved. */
	private readonly moved = new Set<string>();

	/** The keys of items that are not in their place at the end. */
	private unplaced = new Set<string>();

	/** The errors of failed writes, by key. An error is reported only if the item is not as wanted at the end. */
	private readonly failures = new Map<string, unknown>();

	/** The wanted rows, in their order. */
	private readonly rows: Map<string, SyncRow>;

	/** The keys of the items that were read last. */
	private present: Set<string>;

	private readonly progress: ProgressLog;

	constructor(
		private readonly run: ItemsSyncRun,
		private readonly plan: Plan,
		rows: SyncRow[],
		/** The items that were read last. */
		private items: CollectionItem[],
	) {
		this.rows = new Map(rows.map((row) => [row.key, row]));
		this.present = new Set(items.map(({ key }) => key));
		const { additions, removals, moves } = plan;
		const total = additions.length + removals.length + moves.length;
		this.progress = new ProgressLog(run.context.logger, 'Sync Items', total);
	}

	async apply(): Promise<Outcome> {
		const { additions } = this.plan;
		for (const key of additions) await this.add(key);
		// A row with a wrong ID may refer to one of the items that would be removed.
		const isWhole = !additions.some((key) => isRefused(this.failures.get(key)));
		const removals = isWhole ? this.plan.removals : [];
		for (const key of removals) await this.remove(key);
		await this.waitForMembers(removals);
		if (this.run.keepOrder) this.unplaced = new Set(await this.order());
		return {
			after: new Map(this.items.map((item) => [item.key, item])),
			moved: this.moved,
			removals,
			findFailure: (key) => this.findFailure(key),
		};
	}

	private findFailure(key: string): unknown {
		const isPresent = this.present.has(key);
		const isWanted = this.rows.has(key);
		if (isPresent === isWanted && !this.unplaced.has(key)) return undefined;
		if (this.failures.has(key)) return this.failures.get(key);
		if (!isWanted) return unexplained('It was removed, but the service still lists it');
		return unexplained(
			isPresent
				? 'It could not be put into its place'
				: 'The service does not list it in the collection',
		);
	}

	/** Sends a write for an item, and keeps its failure. */
	private async write(key: string, send: (client: Client) => Promise<unknown>): Promise<boolean> {
		this.failures.delete(key);
		this.progress.advance();
		const { client, context } = this.run;
		return await send(client.withContext(this.rows.get(key)?.context ?? context)).then(
			() => true,
			(error: unknown) => {
				this.failures.set(key, error);
				return false;
			},
		);
	}

	private bodyOf(key: string) {
		return { [`${this.run.itemType.kind}_id`]: Number(key.split(' ')[1]) };
	}

	/** An addition is sent once: it may show later although its response was lost. */
	private async add(key: string): Promise<void> {
		const { path, itemType } = this.run;
		await this.write(key, async (client) =>
			client.put(`${path}/items`, this.bodyOf(key), {
				idempotent: false,
				ambiguousHint: `It may have been added anyway. ${RUN_AGAIN}`,
				explanations: { 404: noContent(itemType) },
			}),
		);
	}

	private async remove(key: string): Promise<void> {
		const path = `${this.run.path}/items`;
		await this.write(key, async (client) => client.delete(path, this.bodyOf(key)));
	}

	private async move(key: string, itemId: unknown, position: number): Promise<boolean> {
		this.moved.add(key);
		const path = `${this.run.path}/items/${requireIdInResponse(itemId, 'item')}`;
		return await this.write(key, async (client) =>
			client.put(path, { position }, { explanations: { 400: REFUSED_MOVE } }),
		);
	}

	/** Reads the items until they are as expected, or until the list should have shown the changes. */
	private async readUntil(isExpected: () => boolean): Promise<void> {
		await pollUntil({
			look: async () => {
				this.items = await readItems(this.run);
				this.present = new Set(this.items.map(({ key }) => key));
				return isExpected() || undefined;
			},
			delayAfter: (looks) => Math.min(LONGEST_PAUSE_MS, 500 * 2 ** looks),
			totalMs: LISTED_AFTER_MS,
			signal: cancelSignal(this.run.context),
		});
	}

	/** Reads the list until it shows the additions and removals. */
	private async waitForMembers(removals: string[]): Promise<void> {
		const { additions } = this.plan;
		const isSettled = (key: string, isExpected: boolean) =>
			this.present.has(key) === isExpected || isRefused(this.failures.get(key));
		if (additions.length + removals.length === 0) return;
		await this.readUntil(
			() =>
				additions.every((key) => isSettled(key, true)) &&
				removals.every((key) => isSettled(key, false)),
		);
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
			const failed = await this.moveAll(moves);
			await this.readUntil(() => failed !== undefined || plan().length === 0);
			if (failed !== undefined && isRefused(this.failures.get(failed))) {
				return plan().map(({ key }) => key);
			}
		}
	}

	/** Moves items one after the other. Returns the key of the first one that could not be moved. */
	private async moveAll(moves: Plan['moves']): Promise<string | undefined> {
		const first = firstPosition(this.items);
		const itemIds = new Map(this.items.map(({ key, itemId }) => [key, itemId]));
		for (const { key, index } of moves) {
			if (!(await this.move(key, itemIds.get(key), index + first))) return key;
		}
		return undefined;
	}
}

/**
 * Applies a plan: additions, removals, moves. The items are read afterwards, and what is not as wanted then is a failure.
 * Nothing is removed when an addition was refused.
 */
export async function applyPlan(
	run: ItemsSyncRun,
	plan: Plan,
	rows: SyncRow[],
	items: CollectionItem[],
): Promise<Outcome> {
	return await new PlanApplication(run, plan, rows, items).apply();
}
