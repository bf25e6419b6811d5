import { rowNumbers } from '../../shared/run/wholeList';
import type { ComparedList } from './compareList';
import type { FailedRow, SyncPlan } from './plan';
import { isRefusal } from './refusals';
import type { FindScope } from './rows';
import type { SyncSettings } from './syncInput';

const UNCLEAR =
	'Unclear customers have an email address that is only similar to one in the list or in "Never Revoke". They were not changed.';

const MOVED =
	'Customers with the full name of a row that has another email address are unclear: they may have changed their address. They were not changed, and not created again.';

/** Returns the sentences about what the lists leave open. */
export function openNotes(lists: ComparedList[], { hasMoved }: SyncPlan): string[] {
	const withoutAddress = lists.reduce((sum, list) => sum + list.withoutAddress, 0);
	return [
		...(withoutAddress > 0
			? [`Customers with access but no email address, who were not changed: ${withoutAddress}.`]
			: []),
		...(lists.some(({ similar }) => similar.length > 0) ? [UNCLEAR] : []),
		...(hasMoved ? [MOVED] : []),
		...lists.flatMap(({ notes }) => notes),
	];
}

/** Returns the sentence that says why nobody was revoked. */
export function notRevokedNote(
	{ isDry }: Pick<SyncSettings, 'isDry'>,
	failed: FailedRow[],
	scopeOf: FindScope,
): string[] {
	const consequence = `No access ${isDry ? 'would be' : 'was'} revoked because`;
	if (failed.length === 0) return [];
	const were = failed.length === 1 ? 'was' : 'were';
	const problem = failed.every(({ failure }) => isRefusal(failure)) ? `${were} refused` : 'failed';
	return [`${consequence} ${rowNumbers(failed.map(({ row }) => scopeOf(row)))} ${problem}.`];
}
