import { UserError } from 'n8n-workflow';

import { InvalidResponseError } from '../../shared/client/response';
import { bodyOf } from '../../shared/data/json';
import { recordCheck } from '../../shared/output/recordIn';
import { formatCount } from '../../shared/values/text';
import { readWholeCurrentList } from '../../shared/lists/readWhole';
import { type CollectionItem, itemList, toCollectionItems } from '../items';
import type { ItemsSyncSettings } from './input';

/** The items of the collection before a run. */
interface CurrentItems {
	items: CollectionItem[];
	/** How many more items the service counts than it lists. */
	unlisted: number;
}

/**
 * Reads the whole list of the items, once the collection itself agrees that they can be put into order. An empty list
 * counts only where the collection does not say that it has items.
 */
export async function readCurrent(settings: ItemsSyncSettings): Promise<CurrentItems> {
	const { client, path } = settings;
	const { kind } = settings.itemType;
	const options = { assertUsable: recordCheck('collection') };
	const collection = bodyOf(await client.get(path, {}, options));
	if (['true', '1'].includes(String(collection.is_automatic))) {
		throw new UserError('Sync Items can\'t change this collection: "Is Automatic" is on', {
			description: 'Turn it off with Update, or choose another collection.',
		});
	}
	const list = itemList(client, `${path}/items`);
	const { records, unlisted } = await readWholeCurrentList(list, 'items');
	const count = Number(collection.items_count ?? 0);
	if (records.length === 0 && count > 0) {
		throw new InvalidResponseError(
			`The service lists no items, but says that the collection has ${formatCount(count)}`,
			'Try again later. If it keeps happening, contact the service.',
		);
	}
	return { items: toCollectionItems(records, kind), unlisted };
}
