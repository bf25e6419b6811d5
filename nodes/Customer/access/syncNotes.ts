import { rowNumbers, unlistedNote } from '../../shared/run/lines';
import { formatCount } from '../../shared/values/text';
import { MEMBERS } from './memberList';
import type { KeptBecause, SyncPlan } from './plan';
import type { ProductMembers } from './productMembers';
import { isRowFailure } from './rowFailure';

/** Says that nobody lost access, or would. */
export const revokingNobody = (isDry: boolean): string =>
	`No access ${isDry ? 'would be' : 'was'} revoked`;

/** Returns what the lists of customers with access leave open. */
export const listNotes = (lists: ProductMembers[]): string[] =>
	lists.flatMap(({ unlisted }) => (unlisted > 0 ? [unlistedNote(unlisted, MEMBERS)] : []));

const countKept = ({ withheld }: SyncPlan, reason: KeptBecause): number =>
	withheld.filter(({ because }) => because === reason).length;

/** @example keptBecause(2, 'because Revoke is off') // '2 not in the list keep access because Revoke is off.' */
const keptBecause = (count: number, reason: string): string[] =>
	count === 0
		? []
		: [`${formatCount(count)} not in the list ${count === 1 ? 'keeps' : 'keep'} access ${reason}.`];

/** Returns who keeps access although no row names them, because of an option or without an address. */
export function keptNotes(plan: SyncPlan): string[] {
	const withoutAddress = countKept(plan, 'withoutAddress');
	return [
		...(withoutAddress > 0
			? [
					`Customers with access but no email address, who were not changed: ${formatCount(withoutAddress)}.`,
				]
			: []),
		...keptBecause(countKept(plan, 'revokeOff'), 'because Revoke is off'),
		...keptBecause(countKept(plan, 'neverRevoke'), 'because of Never Revoke'),
	];
}

/** Returns why nobody was revoked, where a row failed. */
export function withheldNotes(plan: SyncPlan, isDry: boolean): string[] {
	const { failed } = plan;
	if (failed.length === 0 || countKept(plan, 'failedRow') === 0) return [];
	const rows = rowNumbers(failed.map(({ row }) => row));
	const were = failed.length === 1 ? 'was' : 'were';
	const isRefused = failed.every(({ failure }) => isRowFailure(failure));
	return [`${revokingNobody(isDry)} because ${rows} ${isRefused ? `${were} refused` : 'failed'}.`];
}
