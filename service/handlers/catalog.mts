import { contains, listPage, type ListCall } from '../call.mts';
import type { AvailabilityPlan, Dated } from '../records.mts';
import type { HandlerResponse } from '../response.mts';
import type { Table } from '../table.mts';
import { unsortedOrders } from '../traits/lists.mts';

interface CatalogCall extends ListCall {
	query: ListCall['query'] & {
		query?: string | undefined;
		plan?: readonly AvailabilityPlan[] | undefined;
	};
}

/** A product, video, collection or live event. */
interface CatalogRecord extends Dated {
	title?: string;
	name?: string;
	description: string | null;
	plans?: readonly AvailabilityPlan[];
}

interface Selection<Item> {
	/** Whether a record passes the filters other than `query` and `plan`. */
	keep?: (record: Item) => boolean;
	/** Undefined for a request without `sort`. */
	compare: ((a: Item, b: Item) => number) | undefined;
	show: (record: Item) => object;
}

/**
 * Responds with a page of the records that pass the filters.
 *
 * @param name key under `_embedded`
 */
export const catalogPage = <Item extends CatalogRecord>(
	call: CatalogCall,
	name: string,
	table: Table<Item>,
	{ keep = () => true, compare, show }: Selection<Item>,
): HandlerResponse => {
	const { query, plan } = call.query;
	const all = table.view(
		JSON.stringify({ ...call.query, page: undefined, per_page: undefined }),
		(record) =>
			contains(query, record.title ?? null, record.name ?? null, record.description) &&
			(plan === undefined || plan.some((name) => record.plans?.includes(name))) &&
			keep(record),
		compare ?? unsortedOrders[call.settings.unsortedOrder],
	);
	return listPage(call, name, all, show);
};
