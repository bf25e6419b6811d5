import { MEMBERS } from './memberList';
import type { RunNote } from '../../shared/run/summary';
import type { KeptBecause, SyncPlan } from './plan';
import type { ProductMembers } from './productMembers';
import { isRowFailure } from './rowFailure';

/** Returns what the lists of customers with access leave open. */
export const listNotes = (lists: ProductMembers[]): RunNote[] =>
	lists.flatMap(({ unlisted: count }): RunNote[] =>
		count > 0 ? [{ kind: 'unlisted', count, noun: MEMBERS }] : [],
	);

/** Returns who keeps access although no row names them, and why. */
export function withheldNotes({ withheld, failed }: SyncPlan, isDry: boolean): RunNote[] {
	const count = (reason: KeptBecause) =>
		withheld.filter(({ because }) => because === reason).length;
	const notes: RunNote[] = (['withoutAddress', 'revokeOff', 'neverRevoke'] as const)
		.map((kind) => ({ kind, count: count(kind) }))
		.filter((note) => note.count > 0);
	if (failed.length === 0 || count('failedRow') === 0) return notes;
	const rows = failed.map(({ row }) => row);
	const isRefused = failed.every(({ failure }) => isRowFailure(failure));
	return [...notes, { kind: 'notRevoked', rows, isRefused, isDry }];
}
