import type { AccountPage, AccountRecord } from './account.mts';

/** A row of the table: names, numbers and statuses, never a value of a record. */
export type Finding = [what: string, found: string, trait?: string];

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

/** Returns the first name whose condition holds, or the last argument. */
export const either = (cases: Record<string, boolean | undefined>, otherwise: string): string =>
	Object.entries(cases).find(([, holds]) => holds)?.[0] ?? otherwise;

export const distinctCount = (values: unknown[]): number => new Set(values).size;

export const ids = ({ records }: AccountPage): string => records.map(({ id }) => String(id)).join();

export const selfOf = (record?: AccountRecord): string =>
	JSON.stringify(record?._links?.self ?? '');
