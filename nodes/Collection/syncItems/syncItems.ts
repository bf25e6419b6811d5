import { checkLimit, countChanges, isStopped } from '../../shared/run/limit';
import { repeatsNote, unlistedNote } from '../../shared/run/lines';
import { isBlank } from '../../shared/values/listEntries';
import { formatCount } from '../../shared/values/text';
import { isTextSafe } from '../../shared/output/projection';
import { safeRow } from '../../shared/output/safeRecord';
import { standIn } from '../../shared/output/names';
import { failedResult, rowOf } from '../../shared/run/allItems';
import type { OutcomeWords, Report, Result, Subject } from '../../shared/run/report';
import { syncWholeList } from '../../shared/run/wholeList';
import { ITEM_TYPES } from '../itemType';
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
import { ITEM_COUNTERS, type ItemOutcome, ITEM_OUTCOMES, removingNothing } from './outcomes';
import { planItems } from './planItems';
import { predictOutcome } from './predict';

/** Returns the result of each row, in the order of the list, then of each removed item. */
function toItemResults(
	settings: ItemsSyncSettings,
	items: CollectionItem[],
	wanted: SyncRow[],
	{ moved, removals, titles, positions, failures }: SyncResult,
): Result[] {
	const before = new Map(items.map((item) => [item.key, item]));
	const { context, itemType, isDry } = settings;
	const isSafe = isTextSafe(context);
	const resultOf = (key: string, id: number, change: ItemOutcome, subject: Subject): Result => {
		const item = before.get(key);
		const known = titles.get(key) ?? item?.title ?? undefined;
		const title = isSafe && isBlank(known) ? standIn(itemType.kind, id) : known;
		const position = positions.get(key) ?? item?.position;
		const named = typeof title === 'string' ? ` (${title})` : '';
		const name = `${itemType.displayName} ${id}${named}`;
		const label = isBlank(title) ? standIn(itemType.kind, id) : String(title);
		if (failures.has(key)) {
			return failedResult({ ...subject, name, label, isDry }, failures.get(key));
		}
		const words: OutcomeWords = ITEM_OUTCOMES[change];
		const outcome = (isDry ? words.dry : undefined) ?? change;
		const json = {
			outcome,
			id,
			...(title !== undefined && { title: String(title) }),
			...(position !== undefined && { position }),
		};
		const row = isSafe ? safeRow(json) : json;
		return { outcome: change, isDry, label, json: row, item: subject.item };
	};
	const changeOf = (key: string): ItemOutcome => {
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

/** Whether an item has the same content as an earlier one, and a row names it: which of the two it means is unclear. */
const isRepeat = ({ content, key }: CollectionItem, wanted: Set<string>) =>
	key !== content && wanted.has(content);

/** Counts the items that no row can name. */
const countUnnamed = (items: CollectionItem[], wanted: Set<string>) =>
	items.filter((item) => item.kind === undefined || isRepeat(item, wanted)).length;

/** Says how many items were removed. A row that could not be added may name one of those that would be. */
function removalNotes(count: number, isLeft: boolean, isDry: boolean): string[] {
	if (count > 0) {
		return [`Items that ${isDry ? 'would be' : 'were'} removed: ${formatCount(count)}.`];
	}
	return [`${removingNothing(isDry)}${isLeft ? ' because a row could not be added' : ''}.`];
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

async function syncRows(
	settings: ItemsSyncSettings,
	rows: SyncRow[],
	isWhole: boolean,
): Promise<Report> {
	const { wanted, repeats } = firstsOf(rows);
	const { items, unlisted } = await readCurrent(settings);
	const planFor = planner(settings, items);
	const keys = wanted.map(({ key }) => key);
	const plan = planFor(keys, settings.remove && isWhole);
	const { context, isDry, removalLimit: limit } = settings;
	const ofType = items.filter(({ kind }) => kind === settings.itemType.kind);
	const changes = { list: lockKeyOf(settings), part: settings.itemType.kind, isDry };
	const planned = { ...changes, count: plan.removals.length };
	const exceeded = await checkLimit(context, [REMOVAL_LIMIT, limit], [planned], {
		current: async () => await Promise.resolve(ofType.length),
	});
	const isOver = isStopped(context, exceeded);
	const isPredicted = isDry || isOver;
	const outcome = isPredicted
		? await predictOutcome(settings, { plan, items }, wanted, (existing) =>
				planFor(existing, false),
			)
		: await applyPlan(settings, plan, keys, items);
	const count = outcome.removals.filter((key) => !outcome.failures.has(key)).length;
	countChanges(context, { ...changes, isDry: isPredicted, count });
	const unnamed = countUnnamed(items, new Set(keys));
	const isLeft = outcome.removals.length < plan.removals.length;
	const isUnplaced = settings.keepOrder && outcome.unplaced.length > 0;
	const removing = removalNotes(count, isLeft, isPredicted);
	const reported = { ...settings, isDry: isPredicted };
	return {
		results: toItemResults(reported, items, wanted, outcome),
		notes: [
			...(unlisted > 0 ? [unlistedNote(unlisted, 'items')] : []),
			...(unnamed > 0
				? [
						`${formatCount(unnamed)} of the items have no known type or come twice, and were not changed.`,
					]
				: []),
			...(repeats.length > 0
				? [
						repeatsNote(
							repeats.map((row) => row.context.getItemIndex()),
							'names the same',
						),
					]
				: []),
			...(isLeft ? removing : []),
			...(isUnplaced
				? [
						'The service does not list all added items yet, so they may not be in their places. Run this again in ten minutes.',
					]
				: []),
		],
		errorNotes: removing,
		exceeded,
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
	rowFields: Object.values(ITEM_TYPES).map(({ name }) => name),
	removingNothing,
	outcomes: ITEM_OUTCOMES,
	counters: ITEM_COUNTERS,
	lockKeysOf: (settings) => [lockKeyOf(settings)],
	sync: syncRows,
});
