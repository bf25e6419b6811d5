import { UserError } from 'n8n-workflow';

import { settleAll } from '../../shared/concurrency/mapConcurrent';
import { bodyOf } from '../../shared/data/json';
import { recordCheck } from '../../shared/output/recordIn';
import { RESOURCES } from '../../shared/ids/resources';
import { type CollectionItem, firstPosition, keysOf, positionsOf } from '../items';
import { noContent, type SyncResult } from './apply';
import type { ItemsSyncSettings, SyncRow } from './input';
import { orderAfter, type ItemsPlan } from './planItems';

/** Looks up what a row adds. Returns its title; the API has no request for an extra (docs/developers/service.md, Collections). */
async function findTitle({ client, itemType }: ItemsSyncSettings, row: SyncRow): Promise<unknown> {
	if (itemType.kind === 'file') return undefined;
	const path = `/${RESOURCES[itemType.kind].segment}/${row.id}`;
	const options = { assertUsable: recordCheck(itemType.kind) };
	const record = await client.find(path, {}, options);
	if (record) {
		const { name, title = name } = bodyOf(record);
		return title;
	}
	const { cause, remedy } = noContent(itemType);
	throw new UserError(cause, { description: remedy });
}

/**
 * Predicts the outcome of a plan for a dry run.
 *
 * @param planWithoutRemovals plans for the keys of the rows whose content exists
 */
export async function predictOutcome(
	settings: ItemsSyncSettings,
	{ plan, items }: { plan: ItemsPlan; items: CollectionItem[] },
	rows: SyncRow[],
	planWithoutRemovals: (keys: string[]) => ItemsPlan,
): Promise<SyncResult> {
	const isAdded = new Set(plan.additions);
	const titles = new Map<string, unknown>();
	const failures = new Map<string, unknown>();
	await settleAll(
		rows
			.filter(({ key }) => isAdded.has(key))
			.map(async (row) => {
				await findTitle(settings, row).then(
					(title) => titles.set(row.key, title),
					(error: unknown) => failures.set(row.key, error),
				);
			}),
	);
	const existing = rows.map(({ key }) => key).filter((key) => !failures.has(key));
	const possible = failures.size > 0 ? planWithoutRemovals(existing) : plan;
	const order = orderAfter(keysOf(items), possible);
	return {
		moved: new Set(possible.moves.map(({ key }) => key)),
		removals: possible.removals,
		titles,
		positions: positionsOf(order, firstPosition(items)),
		failures,
		unplaced: [],
	};
}
