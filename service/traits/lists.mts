import type { Dated } from '../records.mts';
import { count, oneOf, type ValueOf } from './trait.mts';

/** How lists show their records. */
export const listTraits = {
	/** The order of a list that is requested without `sort`. */
	unsortedOrder: oneOf('oldest', 'updated', 'mixed', 'newest'),
	/** `total`: of the whole list, of the page (docs/developers/service.md, Lists), with records that no page shows, or absent. */
	total: oneOf('list', 'page', 'withHidden', 'absent'),
	/** How `page` is treated: honoured, or ignored, so that every page is the first one. */
	paging: oneOf('honoured', 'ignored'),
	/** The address in `next`: without `per_page`, complete, with a literal `:href`, or on another origin. */
	next: oneOf('withoutPerPage', 'complete', 'literal', 'foreign'),
	/** The maximum of `per_page`. */
	maxPerPage: count(100, 7, 2),
	/** The records under `_embedded`: an array, or an object with numeric keys. */
	embedded: oneOf('array', 'numericKeys'),
	/** Seconds until lists show what a request created. */
	listLagSeconds: count(0, 3, 20),
	/** Seconds until lists of customers show the access that a request granted or removed. */
	grantLagSeconds: count(0, 3, 20),
	/** How often a list of the customers of a product holds a customer: once, or once for each plan. */
	customerRows: oneOf('perCustomer', 'perPlan'),
	/** Where replies are listed: embedded in their parent, beside it, or both. */
	replies: oneOf('inside', 'beside', 'both'),
	/** The order of comments, which has no `sort`. */
	commentOrder: oneOf('newest', 'oldest'),
} as const;

/** Returns a pseudo-random number for an id. */
const mixedRank = (id: number): number => (id * 7919 + 13) % 10_007;

/** The orders of `unsortedOrder`. */
export const unsortedOrders: Record<
	ValueOf<typeof listTraits.unsortedOrder>,
	(a: Dated, b: Dated) => number
> = {
	updated: (a, b) => b.updatedAt - a.updatedAt || a.id - b.id,
	mixed: (a, b) => mixedRank(a.id) - mixedRank(b.id) || a.id - b.id,
	oldest: (a, b) => a.createdAt - b.createdAt || a.id - b.id,
	newest: (a, b) => b.createdAt - a.createdAt || b.id - a.id,
};

/** Returns the records of a page according to the trait `paging`. */
export const recordsOnPage = <Item,>(
	trait: ValueOf<typeof listTraits.paging>,
	all: readonly Item[],
	number: number,
	size: number,
): Item[] => {
	const offset = trait === 'ignored' ? 0 : (number - 1) * size;
	return all.slice(offset, offset + size);
};

/** Returns the `total` of the envelope according to the trait. */
export const shownTotal = (
	trait: ValueOf<typeof listTraits.total>,
	list: number,
	page: number,
): { total?: unknown } => {
	if (trait === 'absent') return {};
	const totals = { list, page, withHidden: list + 3 };
	return { total: totals[trait] };
};

/** Returns the value under `_embedded` according to the trait. */
export const embeddedAs = (
	trait: ValueOf<typeof listTraits.embedded>,
	records: readonly unknown[],
): unknown => (trait === 'numericKeys' ? { ...records } : records);

/** An origin other than the service's. */
const foreignOrigin = 'http://elsewhere.invalid';

/**
 * Returns the address in `next`.
 *
 * @param next the address of the next page
 */
export const nextHref = (trait: ValueOf<typeof listTraits.next>, next: string): string => {
	if (trait === 'complete') return next;
	const url = new URL(next);
	if (trait === 'foreign') return `${foreignOrigin}${url.pathname}${url.search}`;
	url.searchParams.delete('per_page');
	if (trait === 'literal') url.searchParams.set('href', ':href');
	return url.href;
};
