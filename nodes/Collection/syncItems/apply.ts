import { NodeApiError } from 'n8n-workflow';

import { catchStatus, hasStatus } from '../../shared/client/errors';
import {
	type Explanation,
	InvalidResponseError,
	requireIdInResponse,
} from '../../shared/client/response';
import { type ProgressLog, progressOf } from '../../shared/run/progressLog';
import { addOnce, readItemsWith } from '../addition';
import { type CollectionItem, firstPosition, keysOf, positionsOf } from '../items';
import type { ItemType } from '../itemType';
import type { ItemsSyncSettings } from './input';
import { type Move, orderAfter, type ItemsPlan, planMoves } from './planItems';

const SAFE_TO_RUN_AGAIN = 'Run this again: what is already done is left unchanged.';
const REFUSED_MOVE: Explanation = {
	cause: 'The service did not accept the position',
	remedy: `The collection may have changed during the run. ${SAFE_TO_RUN_AGAIN}`,
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

const notMoved = () =>
	new InvalidResponseError('It was not moved because an earlier move failed', SAFE_TO_RUN_AGAIN);

/** What was done, or what a dry run predicts. */
export interface SyncResult {
	/** The keys of the items that were moved. */
	moved: Set<string>;
	/** The keys of the items that were removed. */
	removals: string[];
	/** The titles of the items that were added, and the positions of all items afterwards, by key. */
	titles: Map<string, unknown>;
	positions: Map<string, number>;
	/** Why an item is not as wanted, by key. */
	failures: Map<string, unknown>;
	/** The keys of added items that are not listed yet, and so have no place. */
	unplaced: string[];
}

/** Sends the writes of a plan one after the other. The status of each decides what was done. */
class PlanApplication {
	/** The errors of failed writes, by key. */
	private readonly failures = new Map<string, unknown>();

	private readonly progress: ProgressLog;

	constructor(
		private readonly settings: ItemsSyncSettings,
		private readonly plan: ItemsPlan,
		/** The keys of the rows, in their order. */
		private readonly wanted: string[],
		/** The items that were read last. */
		private items: CollectionItem[],
	) {
		const { additions, removals, moves } = plan;
		const total = additions.length + removals.length + moves.length;
		this.progress = progressOf(settings.context, total);
	}

	async apply(): Promise<SyncResult> {
		const { failures, plan } = this;
		const isDone = (key: string) => !failures.has(key);
		for (const key of plan.additions) await this.add(key);
		// A row with a wrong ID may refer to one of the items that would be removed.
		const isWhole = !plan.additions.some((key) => isRefused(failures.get(key)));
		const removals = isWhole ? plan.removals : [];
		for (const key of removals) await this.remove(key);
		await this.readAdded(plan.additions.filter(isDone));
		const left = { removals: removals.filter(isDone), additions: [], moves: [] };
		const places = orderAfter(keysOf(this.items), left);
		const moves = this.settings.keepOrder ? await this.order(places) : [];
		const after = orderAfter(places, { removals: [], additions: [], moves });
		return {
			moved: new Set(moves.map(({ key }) => key)),
			removals,
			titles: new Map(this.items.map(({ key, title }) => [key, title])),
			positions: positionsOf(after, firstPosition(this.items)),
			failures,
			unplaced: plan.additions.filter((key) => isDone(key) && !places.includes(key)),
		};
	}

	/** Awaits a write for an item, and keeps its failure. */
	private async settle(key: string, write: Promise<unknown>): Promise<void> {
		this.progress.advance();
		await write.catch((error: unknown) => void this.failures.set(key, error));
	}

	private get path(): string {
		return `${this.settings.path}/items`;
	}

	private contentBody(key: string) {
		return { [`${this.settings.itemType.kind}_id`]: Number(key.split(' ')[1]) };
	}

	private async add(key: string): Promise<void> {
		const request = { method: 'PUT', path: this.path, body: this.contentBody(key) } as const;
		const options = {
			ambiguousHint: `It may have been added anyway. ${SAFE_TO_RUN_AGAIN}`,
			explanations: { 404: noContent(this.settings.itemType) },
		};
		await this.settle(key, addOnce(this.settings.client, request, options));
	}

	private async remove(key: string): Promise<void> {
		// An item that the list still shows, and the service does not have, is gone.
		const removal = this.settings.client.delete(this.path, this.contentBody(key));
		await this.settle(key, catchStatus(removal, ['404']));
	}

	private async move(itemId: unknown, position: number): Promise<void> {
		const path = `${this.path}/${requireIdInResponse(itemId, 'item')}`;
		await this.settings.client.put(path, { position }, { explanations: { 400: REFUSED_MOVE } });
	}

	/** Reads the items until they show the additions, which are moved by their `item_id`, or cannot be read. */
	private async readAdded(keys: string[]): Promise<void> {
		if (keys.length === 0) return;
		const { client, itemType } = this.settings;
		const reading = readItemsWith(keys, client, this.path, itemType.kind);
		this.items = await reading.catch(() => this.items);
	}

	/**
	 * Moves the items into their order, up to the first one that cannot be moved: the places of the others depend on it.
	 *
	 * @param places the keys by place. The place of an addition is not documented, so the moves are planned again.
	 * @returns the moves that were made
	 */
	private async order(places: string[]): Promise<Move[]> {
		const first = firstPosition(this.items);
		const itemIds = new Map(this.items.map(({ key, itemId }) => [key, itemId]));
		const moves = planMoves(places, this.wanted);
		for (const [done, { key, index }] of moves.entries()) {
			await this.settle(key, this.move(itemIds.get(key), index + first));
			if (!this.failures.has(key)) continue;
			for (const later of moves.slice(done + 1)) this.failures.set(later.key, notMoved());
			return moves.slice(0, done);
		}
		return moves;
	}
}

/**
 * Applies a plan: additions, removals, moves. Nothing is removed when an addition was refused.
 *
 * @param wanted the keys of the rows, in their order
 * @param items the items before the run
 */
export async function applyPlan(
	settings: ItemsSyncSettings,
	plan: ItemsPlan,
	wanted: string[],
	items: CollectionItem[],
): Promise<SyncResult> {
	return await new PlanApplication(settings, plan, wanted, items).apply();
}
