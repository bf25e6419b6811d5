import type { AccountPage } from './account.mts';

/** A row of the table: names, numbers and statuses, never a value of a record. */
export type Finding = [what: string, found: string];

/** All customers, of any status. */
export const ALL = { status: 'all' };
/** A page of the documented size. */
export const FULL = { per_page: '50' };

export const NOT_TOLD = 'not shown';

/**
 * Returns a finding, or {@link NOT_TOLD} where a page that it rests on failed or has too few records.
 *
 * @param least records that each page needs
 */
export function told(
	found: string,
	pages: Array<Pick<AccountPage, 'status' | 'records'>>,
	least = 1,
): string {
	const isEnough = pages.every(({ status, records }) => status === 200 && records.length >= least);
	return isEnough && pages.length > 0 ? found : NOT_TOLD;
}
