import type { AccountPage } from './account.mts';

/** A row of the table: names, numbers and statuses, never a value of a record. */
export type Finding = [what: string, found: string];

/** All customers, of any status. */
export const ALL = { status: 'all' };
/** A page of the documented size. */
export const FULL = { per_page: '50' };

export const NOT_TOLD = 'not shown';

/** Returns a finding, or {@link NOT_TOLD} where a page that it rests on failed or has no record. */
export function told(found: string, pages: Array<Pick<AccountPage, 'status' | 'records'>>): string {
	const isEnough = pages.every(({ status, records }) => status === 200 && records.length > 0);
	return isEnough && pages.length > 0 ? found : NOT_TOLD;
}

/** Formats findings as a Markdown table. */
export const tableOf = (findings: Finding[]): string =>
	[['What', 'Found'], ['---', '---'], ...findings]
		.map(([what, found]) => `| ${what} | ${found} |`)
		.join('\n');
