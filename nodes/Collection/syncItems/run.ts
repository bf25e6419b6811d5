import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { assertDiffers, type ListRun, readOfRun } from '../../shared/execution/wholeList';
import type { ItemRequest } from '../../shared/http/request';
import {
	assertSet,
	requireBoolean,
	requireEntry,
	requireGroup,
} from '../../shared/parameters/values';
import { type Brake, type BrakeWords, parseBrake } from '../../shared/properties/brake';
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
	isUnchangedShown: boolean;
}

export async function readItemsSyncRun(
	first: ItemRequest,
	contexts: IExecuteSingleFunctions[],
): Promise<ItemsSyncRun> {
	const ofRun = async (name: string, label: string) => await readOfRun(contexts, name, label, WHY);
	const { baseURL } = first.options;
	const chosen = await ofRun('collection', 'Collection');
	const id = requireId(chosen, 'collection', baseURL, 'Collection');
	const itemType = await ofRun('itemType', 'Item Type');
	assertSet(itemType, { displayName: 'Item Type' }, true);
	const member = requireEntry(itemType, 'Item Type', MEMBERS);
	await assertDiffers(contexts, member.name, member.displayName);
	const amount = await ofRun('stopIfMoreThanAmount', 'Stop If More Than');
	const unit = await ofRun('stopIfMoreThanUnit', 'Stop If More Than Unit');
	requireEntry(unit, 'Stop If More Than Unit', { items: unit, percent: unit });
	const dryRun = await ofRun('dryRun', 'Dry Run');
	const given = requireGroup(await ofRun('options', 'Options'), 'Options');
	// What protects items must be right once it is added: null is refused.
	const options: IDataObject = { remove: true, ...given };
	return {
		...first,
		url: `/collections/${id}`,
		member,
		limit: parseBrake(REMOVALS, { amount, unit }),
		isDry: requireBoolean(dryRun, { displayName: 'Dry Run' }),
		remove: requireBoolean(options.remove, { displayName: 'Remove' }),
		keepOrder: requireBoolean(options.keepOrder ?? true, { displayName: 'Keep Order' }),
		isUnchangedShown: requireBoolean(options.outputUnchanged ?? false, {
			displayName: 'Output Unchanged',
		}),
	};
}

/** What one row of the list asks for. */
export interface Row {
	context: IExecuteSingleFunctions;
	key: string;
	id: number;
}

export function readWantedRow(
	context: IExecuteSingleFunctions,
	{ member: { kind, name, displayName }, options }: ItemsSyncRun,
): Row {
	const value = context.getNodeParameter(name, undefined);
	const id = Number(requireId(value, kind, options.baseURL, displayName));
	return { context, key: itemKey(kind, id), id };
}
