import { checkLimit, countChanges } from '../../shared/run/limit';
import { isBlank } from '../../shared/values/listEntries';
import { toCount } from '../../shared/values/text';
import { isTextSafe } from '../../shared/output/projection';
import { safeRow } from '../../shared/output/safeRecord';
import { standIn } from '../../shared/output/names';
import { failedResult, rowOf } from '../../shared/run/allItems';
import type { Result, Subject } from '../../shared/run/result';
import { rowNumbers, syncWholeList } from '../../shared/run/wholeList';
import { collectionKey, type CollectionItem, keysOf } from '../items';
import { applyPlan, type SyncResult } from './apply';
import { readCurrent } from './current';
import {
	firstsOf,
	type ItemsSyncSettings,
	readItemRow,
	readItemsSyncSettings,
	REMOVAL_LIMIT,
	type SyncRow,
} from './input';
import { planItems } from './planItems';
import { predictOutcome } from './predict';

const PREDICTED_OUTCOMES: Record<string, string> = {
	added: 'wouldAdd',
	moved: 'wouldMove',
	removed: 'wouldRemove',
};

/** Returns the result of each row, in the order of the list, then of each removed item. */
function toItemResults(
	settings: ItemsSyncSettings,
	items: CollectionItem[],
	wanted: SyncRow[],
	{ moved, removals, titles, positions, failures }: SyncResult,
): Result[] {
	const before = new Map(items.map((item) => [item.key, item]));
	const { context, itemType } = settings;
	const isSafe = isTextSafe(context);
	const resultOf = (key: string, id: number, change: string, subject: Subject): Result => {
		const item = before.get(key);
		const known = titles.get(key) ?? item?.title ?? undefined;
		const title = isSafe && isBlank(known) ? standIn(itemType.kind, id) : known;
		const position = positions.get(key) ?? item?.position;
		const named = typeof title === 'string' ? ` (${title})` : '';
		const name = `${itemType.displayName} ${id}${named}`;
		if (failures.has(key)) return failedResult({ ...subject, name }, failures.get(key));
		const outcome = (settings.isDry ? PREDICTED_OUTCOMES[change] : undefined) ?? change;
		const json = {
			outcome,
			id,
			...(title !== undefined && { title: String(title) }),
			...(position !== undefined && { position }),
		};
		return { outcome, json: isSafe ? safeRow(json) : json, item: subject.item };
	};
	const changeOf = (key: string) => {
		if (!before.has(key)) return 'added';
		return moved.has(key) ? 'moved' : 'unchanged';
	};
	return [
		...wanted.map(({ key, id, context }) => resultOf(key, id, changeOf(key), rowOf(context))),
		...removals.map((key) =>
			resultOf(key, Number(before.get(key)?.id), 'removed', { context: settings.context }),
		),
	];
}

/** Says how many items were removed. A row that could not be added may name one of those that would be. */
function removalNote({ isDry }: ItemsSyncSettings, removed: number, isLeft: boolean): string {
	if (removed > 0) {
		return `Items that ${isDry ? 'would be' : 'were'} removed: ${toCount(removed)}.`;
	}
	const reason = isLeft ? ' because a row could not be added' : '';
	return `Nothing ${isDry ? 'would be' : 'was'} removed${reason}.`;
}

const UNPLACED =
	'The service does not list all added items yet, so they may not be in their places. Run this again in ten minutes.';

/** Whether an item has the same content as an earlier one, and a row names it: which of the two it means is unclear. */
const isRepeat = ({ content, key }: CollectionItem, wanted: Set<string>) =>
	key !== content && wanted.has(content);

/** Returns a note on items that no row can name. */
function unclearNote(items: CollectionItem[], wanted: Set<string>): string[] {
	const unclear = items.filter((item) => item.kind === undefined || isRepeat(item, wanted));
	if (unclear.length === 0) return [];
	return [
		`${toCount(unclear.length)} of the items have no known type or come twice, and were not changed.`,
	];
}

/** Returns the function that plans for the keys of rows. Items of other types are never moved or removed. */
function planner({ keepOrder, itemType }: ItemsSyncSettings, items: CollectionItem[]) {
	return (keys: string[], remove: boolean) => {
		const wanted = new Set(keys);
		const current = items.map((item) => ({
			key: item.key,
			isManaged: item.kind === itemType.kind && !isRepeat(item, wanted),
		}));
		return planItems(current, keys, { remove, keepOrder }, keysOf(items));
	};
}

async function carryOut(settings: ItemsSyncSettings, rows: SyncRow[], isWhole: boolean) {
	const { wanted, repeats } = firstsOf(rows);
	const { items, notes: listNotes } = await readCurrent(settings);
	const planFor = planner(settings, items);
	const keys = wanted.map(({ key }) => key);
	const plan = planFor(keys, settings.remove && isWhole);
	const { context, isDry, removalLimit: limit } = settings;
	const ofType = items.filter(({ kind }) => kind === settings.itemType.kind);
	const changes = { subject: lockKeyOf(settings), scope: settings.itemType.kind, isDry };
	const countCurrent = async () => await Promise.resolve(ofType.length);
	const planned = { ...changes, count: plan.removals.length };
	const removalNotes = await checkLimit(context, [REMOVAL_LIMIT, limit], [planned], countCurrent);
	const notes = [...listNotes, ...unclearNote(items, new Set(keys)), ...removalNotes];
	if (repeats.length > 0) {
		notes.push(`Skipped because an earlier row names the same: ${rowNumbers(repeats)}.`);
	}
	const outcome = isDry
		? await predictOutcome(settings, { plan, items }, wanted, (existing) =>
				planFor(existing, false),
			)
		: await applyPlan(settings, plan, keys, items);
	const count = outcome.removals.filter((key) => !outcome.failures.has(key)).length;
	countChanges(context, { ...changes, count });
	const isLeft = outcome.removals.length < plan.removals.length;
	const removed = removalNote(settings, count, isLeft);
	if (isLeft) notes.push(removed);
	if (settings.keepOrder && outcome.unplaced.length > 0) notes.push(UNPLACED);
	return {
		results: toItemResults(settings, items, wanted, outcome),
		hint: notes,
		failureNotes: [removed],
	};
}

const lockKeyOf = ({ client, path }: ItemsSyncSettings) => collectionKey(client, `${path}/items`);

/**
 * Makes the items of a collection those of the whole input, in its order. Items of other types stay, each in its place
 * among the items around it. Runs for one collection take turns.
 */
export const syncItems = syncWholeList<ItemsSyncSettings, SyncRow>({
	name: 'Sync Items',
	readSettings: readItemsSyncSettings,
	readRow: readItemRow,
	badRow: () => ['names nothing that can be an item', 'name nothing that can be an item'],
	ifIncomplete: ['Nothing was removed', 'Nothing would be removed'],
	lockKeysOf: (settings) => [lockKeyOf(settings)],
	sync: carryOut,
});
