import { UserError } from 'n8n-workflow';

import { InvalidResponseError } from '../../shared/client/response';
import { bodyOf } from '../../shared/json';
import { recordCheck } from '../../shared/output/projection';
import { toCount } from '../../shared/values/text';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import { type CollectionItem, itemKey, itemList, toCollectionItems } from '../items';
import type { ItemsSyncRun } from './input';

/** The items of the collection before a run. */
export interface CurrentItems {
	items: CollectionItem[];
	/** The keys of the items of the rows' type. Other items are never moved or removed. */
	managed: Set<string>;
	/** What the list leaves open, in sentences. */
	notes: string[];
}

/** Returns a note on items that no row can name: of an unknown type, or with the same content as another item. */
function unclearNote(items: CollectionItem[]): string[] {
	const unclear = items.filter(
		({ kind, id, key }) => kind === undefined || key !== itemKey(kind, id),
	);
	return unclear.length === 0
		? []
		: [
				`${toCount(unclear.length)} of the items have no known type or come twice, and were not changed.`,
			];
}

/**
 * Reads the whole list of the items, once the collection itself agrees that they can be put into order. An empty list
 * counts only where the collection does not say that it has items.
 */
export async function readCurrent(run: ItemsSyncRun): Promise<CurrentItems> {
	const { client, path } = run;
	const { kind } = run.itemType;
	const options = { assertUsable: recordCheck('collection') };
	const collection = bodyOf(await client.get(path, {}, options));
	if (['true', '1'].includes(String(collection.is_automatic))) {
		throw new UserError('The collection is automatic: the order of its items is not kept', {
			description:
				'Nothing was changed. Turn off "Is Automatic" with Update, or choose another collection.',
		});
	}
	const { records, notes } = await readWholeCurrentList(itemList(client, `${path}/items`), 'items');
	const count = Number(collection.items_count ?? 0);
	if (records.length === 0 && count > 0) {
		throw new InvalidResponseError(
			`The service lists no items, but says that the collection has ${toCount(count)}`,
			'Nothing was changed. Try again later. If it keeps happening, contact the service.',
		);
	}
	const items = toCollectionItems(records, kind);
	const managed = items.filter((item) => item.kind === kind && item.key === itemKey(kind, item.id));
	return {
		items,
		managed: new Set(managed.map(({ key }) => key)),
		notes: [...notes, ...unclearNote(items)],
	};
}
