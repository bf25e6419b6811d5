import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { assertDiffers, type ListRun, readerOfRun } from '../../shared/execution/wholeList';
import type { ItemRequest } from '../../shared/client/legacy';
import { assertRequired, requireBoolean, requireEntry } from '../../shared/parameters/checks';
import { type Brake, type BrakeWords, readSettings } from '../../shared/properties/brake';
import { requireId } from '../../shared/resources/resources';
import { itemKey } from '../items';
import { type Member, MEMBERS } from '../member';
import type { PlanOptions } from './plan';

export const REMOVALS: BrakeWords = {
	unit: 'items',
	singular: 'item',
	loss: 'would have been removed',
	look: 'which they are',
	ifRefused: 'Nothing was changed',
	percentOf: 'Of the items of this type in the collection now',
	description: 'If more items would be removed in one run, nothing is changed and the node fails',
};

const WHY = 'Sync Items compares one list with one collection';

export interface ItemsSyncRun extends ListRun, PlanOptions {
	/** The address of the collection: `/collections/5`. */
	url: string;
	member: Member;
	limit: Brake;
}

export async function readItemsSyncRun(
	first: ItemRequest,
	contexts: IExecuteSingleFunctions[],
): Promise<ItemsSyncRun> {
	const ofRun = readerOfRun(contexts, WHY);
	const chosen = await ofRun('collection', 'Collection');
	const id = requireId(chosen, 'collection', 'Collection');
	const itemType = await ofRun('itemType', 'Item Type');
	assertRequired(itemType, { displayName: 'Item Type' });
	const member = requireEntry(itemType, 'Item Type', MEMBERS);
	await assertDiffers(contexts, member.name, member.displayName);
	const { settings, options } = await readSettings(ofRun, REMOVALS);
	// Options that protect items are refused when they are null.
	const { remove, keepOrder }: IDataObject = { remove: true, ...options };
	return {
		...first,
		...settings,
		url: `/collections/${id}`,
		member,
		remove: requireBoolean(remove, { displayName: 'Remove' }),
		keepOrder: requireBoolean(keepOrder ?? true, { displayName: 'Keep Order' }),
	};
}

/** The content that one row of the list names. */
export interface Row {
	context: IExecuteSingleFunctions;
	key: string;
	id: number;
}

export function readWantedRow(
	context: IExecuteSingleFunctions,
	{ member: { kind, name, displayName } }: ItemsSyncRun,
): Row {
	const value = context.getNodeParameter(name, undefined);
	const id = Number(requireId(value, kind, displayName));
	return { context, key: itemKey(kind, id), id };
}
