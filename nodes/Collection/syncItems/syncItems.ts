import { type IDataObject, UserError } from 'n8n-workflow';

import { otherRowsNote, withNote } from '../../shared/execution/run';
import {
	type ListResult,
	orFailedResult,
	overWholeList,
	rowNumbers,
} from '../../shared/execution/wholeList';
import { nodeErrorFor } from '../../shared/client/errors';
import { sendGet } from '../../shared/client/legacy';
import { InvalidResponseError } from '../../shared/client/response';
import { requireRecord } from '../../shared/output/projection';
import { assertBrake } from '../../shared/properties/brake';
import { requireBaseUrl } from '../../shared/resources/resources';
import { type CollectionItem, firstPosition, itemKey, keysByPlace, readItems } from '../items';
import { PlanExecution } from './carryOut';
import { type Plan, planItems, planned } from './plan';
import { type ItemsSyncRun, readItemsSyncRun, readWantedRow, REMOVALS, type Row } from './run';

const keyIn = ({ key }: { key: string }) => key;

const byKey = (items: CollectionItem[]) => new Map(items.map((item) => [item.key, item]));

/** Splits the rows into the first one of each video, collection or file, and the repeats. */
function firstsOf(rows: Row[]): { wanted: Row[]; repeats: Row[] } {
	const firsts = new Map<string, Row>();
	const repeats: Row[] = [];
	for (const row of rows) {
		if (firsts.has(row.key)) repeats.push(row);
		else firsts.set(row.key, row);
	}
	return { wanted: [...firsts.values()], repeats };
}

function repeatsNote(repeats: Row[]): string[] {
	if (repeats.length === 0) return [];
	return [`Passed over because the list names the same before: ${rowNumbers(repeats)}.`];
}

/**
 * Reads the items, once the collection itself agrees that they can be put into order. An empty list counts only where
 * the collection does not say that it has items.
 */
async function readCurrent(run: ItemsSyncRun): Promise<CollectionItem[]> {
	const collection = requireRecord(await sendGet(run, run.url), 'collection');
	if (['true', '1'].includes(String(collection.is_automatic))) {
		throw new UserError('The collection is automatic: the order of its items is not kept', {
			description:
				'Nothing was changed. Turn Is Automatic off with Update, or choose another collection.',
		});
	}
	const items = await readItems(run, `${run.url}/items`, run.member.kind).catch(
		(error: unknown) => {
			throw error instanceof InvalidResponseError
				? new InvalidResponseError(error.message, `Nothing was changed. ${error.remedy}`)
				: error;
		},
	);
	if (items.length > 0 || Number(collection.items_count ?? 0) === 0) return items;
	throw new InvalidResponseError(
		`The service lists no items, but says that the collection has ${Number(collection.items_count)}`,
		'Nothing was changed. Try again later; if it stays so, tell the service.',
	);
}

/** Returns the output item of one result. */
function shown(outcome: string, { id, title, position }: Partial<CollectionItem>): IDataObject {
	return {
		outcome,
		id: Number(id),
		...(title !== undefined && title !== null && { title: String(title) }),
		...(position !== undefined && { position }),
	};
}

/** Returns a note on items that no row can name: of an unknown type, or with the same content as another item. */
function unclearNote(items: CollectionItem[]): string[] {
	const unclear = items.filter(
		({ kind, id, key }) => kind === undefined || key !== itemKey(kind, id),
	);
	return unclear.length === 0
		? []
		: [`${unclear.length} of the items have no known type or come twice, and were left alone.`];
}

interface Outcome {
	/** By key, as they are after the run, or as a dry run expects them. */
	after: Map<string, Partial<CollectionItem>>;
	/** Keys of the items that were moved, or would be. */
	moved: Set<string>;
	/** Keys of the items that were removed, or would be. */
	removals: string[];
	/** Throws where an item is not as wanted. */
	check: (key: string) => void;
}

/** Returns the outcome that a dry run predicts. */
function expected(items: CollectionItem[], plan: Plan): Outcome {
	const first = firstPosition(items);
	const places = planned(keysByPlace(items), plan).map(
		(key, index) => [key, { position: index + first }] as const,
	);
	return {
		after: new Map<string, Partial<CollectionItem>>(places),
		moved: new Set(plan.moves.map(({ key }) => key)),
		removals: plan.removals,
		check: () => {},
	};
}

async function carriedOut(
	run: ItemsSyncRun,
	wanted: Row[],
	plan: Plan,
	items: CollectionItem[],
): Promise<Outcome> {
	const execution = new PlanExecution(run, plan, wanted, items);
	await execution.carryOut();
	const { moved, removals } = execution;
	const check = (key: string) => execution.check(key);
	return { after: byKey(execution.items), moved, removals, check };
}

/** Returns the result of each row, in the order of the list, then of each removed item. */
async function report(
	run: ItemsSyncRun,
	before: Map<string, CollectionItem>,
	wanted: Row[],
	{ after, moved, removals, check }: Outcome,
): Promise<ListResult[]> {
	const word = (done: string, would: string) => (run.isDry ? would : done);
	const changeOf = (key: string) => {
		if (!before.has(key)) return word('added', 'wouldAdd');
		return moved.has(key) ? word('moved', 'wouldMove') : 'unchanged';
	};
	const entries = [
		...wanted.map(({ key, id, context }) => ({
			key,
			context,
			item: context.getItemIndex(),
			outcome: changeOf(key),
			record: { ...before.get(key), ...after.get(key), id },
		})),
		...removals.map((key) => ({
			key,
			context: run.context,
			outcome: word('removed', 'wouldRemove'),
			record: { ...before.get(key) },
		})),
	];
	const results: ListResult[] = [];
	for (const { key, context, outcome, record, ...paired } of entries) {
		const title = typeof record.title === 'string' ? ` (${record.title})` : '';
		const name = `${run.member.displayName} ${Number(record.id)}${title}`;
		const isShown = outcome !== 'unchanged' || run.isUnchangedShown;
		const result = await orFailedResult(context, name, () => {
			check(key);
			return { outcome, ...(isShown && { json: shown(outcome, record) }) };
		});
		results.push({ ...result, ...paired });
	}
	return results;
}

async function sync(run: ItemsSyncRun, rows: Row[], isWhole: boolean) {
	const { wanted, repeats } = firstsOf(rows);
	const { kind } = run.member;
	const items = await readCurrent(run);
	const managed = new Set(
		items.filter((item) => item.key === itemKey(kind, item.id) && item.kind === kind).map(keyIn),
	);
	const current = keysByPlace(items).map((key) => ({ key, isManaged: managed.has(key) }));
	const plan = planItems(current, wanted.map(keyIn), { ...run, remove: run.remove && isWhole });
	const notes = [
		...unclearNote(items),
		...assertBrake(REMOVALS, run, plan.removals.length, managed.size),
		...repeatsNote(repeats),
	];
	try {
		const outcome = run.isDry ? expected(items, plan) : await carriedOut(run, wanted, plan, items);
		if (outcome.removals.length < plan.removals.length) {
			notes.push('Nothing was removed: a row names something that could not be added.');
		}
		const done = await report(run, byKey(items), wanted, outcome);
		return { done, notes };
	} catch (error) {
		throw withNote(nodeErrorFor(run.context, error), otherRowsNote(true));
	}
}

/**
 * Makes the items of a collection those of the whole input, in its order. Items of other types stay, each in its place
 * among the items around it. Runs for one collection, and additions at a position, take turns.
 */
export const syncItems = overWholeList<ItemsSyncRun, Row>({
	readRun: readItemsSyncRun,
	readRow: readWantedRow,
	badRow: 'names nothing that can be an item',
	ifBad: 'Nothing was removed',
	keyOf: ({ options, url }) => `${requireBaseUrl(options.baseURL)}${url}/items`,
	sync,
	words: {
		added: 'added',
		moved: 'moved',
		removed: 'removed',
		wouldAdd: 'would be added',
		wouldMove: 'would be moved',
		wouldRemove: 'would be removed',
	},
	ifEmpty: 'nothing in the list',
});
