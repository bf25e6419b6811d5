import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import {
	assertRequired,
	booleanOr,
	requireBoolean,
	requireChoice,
} from '../../shared/values/checks';
import { requireId } from '../../shared/ids/resources';
import { outputMode, SUMMARY } from '../../shared/output/projection';
import type { LimitKind } from '../../shared/run/report';
import { invalidParameter } from '../../shared/values/parameterErrors';
import { quote } from '../../shared/values/text';
import {
	type ListSettings,
	type RunParameters,
	readListSettings,
	type RunContext,
} from '../../shared/run/wholeList';
import { itemKey } from '../items';
import { ITEM_TYPES, type ItemType } from '../itemType';
import type { PlanOptions } from './planItems';

export const REMOVAL_LIMIT: LimitKind = {
	name: 'stopIfMoreRemovedThan',
	label: 'Stop If More Removed Than',
	noun: 'item',
	would: ['would be removed', 'would have been removed'],
	takesPercent: true,
};

export interface ItemsSyncSettings extends ListSettings, PlanOptions {
	/** The path of the collection: `/collections/5`. */
	path: string;
	itemType: ItemType;
}

/** Throws where Output is none of the two choices of Sync Items, which returns no records. */
function assertOutput(context: IExecuteSingleFunctions): void {
	const mode = outputMode(context);
	if (['simplified', SUMMARY].includes(mode)) return;
	throw invalidParameter(
		'Output',
		`is not one of its choices: ${quote(mode)}`,
		'Use one of these: simplified, summary.',
	);
}

export async function readItemsSyncSettings(
	scope: RunContext,
	parameters: RunParameters,
): Promise<ItemsSyncSettings> {
	const collection = await parameters.read('collection', 'Collection');
	const id = requireId(collection, 'collection', 'Collection');
	const itemType = await parameters.read('itemType', 'Item Type');
	assertRequired(itemType, { displayName: 'Item Type' });
	await parameters.read('output', 'Output');
	assertOutput(scope.context);
	const { settings, options } = await readListSettings(parameters, REMOVAL_LIMIT);
	// Options that protect items are refused when they are null.
	const { remove, keepOrder }: IDataObject = { remove: true, ...options };
	return {
		...scope,
		...settings,
		path: `/collections/${id}`,
		itemType: requireChoice(itemType, 'Item Type', ITEM_TYPES),
		remove: requireBoolean(remove, { displayName: 'Remove' }),
		keepOrder: booleanOr(true, keepOrder, 'Keep Order'),
	};
}

/** The content that one row of the list names. */
export interface SyncRow {
	context: IExecuteSingleFunctions;
	key: string;
	id: number;
}

export function readItemRow(
	context: IExecuteSingleFunctions,
	{ itemType: { kind, name, displayName } }: ItemsSyncSettings,
): SyncRow {
	const value = context.getNodeParameter(name, undefined);
	const id = Number(requireId(value, kind, displayName));
	return { context, key: itemKey(kind, id), id };
}

/** Splits the rows into the first one of each video, collection or file, and the repeats. */
export function firstsOf(rows: SyncRow[]): { wanted: SyncRow[]; repeats: SyncRow[] } {
	const firsts = new Map(rows.toReversed().map((row) => [row.key, row]));
	const isFirst = (row: SyncRow) => firsts.get(row.key) === row;
	return { wanted: rows.filter(isFirst), repeats: rows.filter((row) => !isFirst(row)) };
}
