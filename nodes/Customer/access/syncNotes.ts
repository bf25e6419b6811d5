import { MEMBERS } from './members';
import type { RunNote } from '../../shared/run/summary';
import type { ComparedList } from './compareList';
import type { FailedRow } from './plan';
import { isRefusal } from './refusals';
import type { SyncSettings } from './syncInput';

/** Returns what the lists of customers with access leave open. */
export function listNotes(lists: ComparedList[]): RunNote[] {
	const withoutAddress = lists.reduce((sum, list) => sum + list.withoutAddress, 0);
	return [
		...(withoutAddress > 0 ? [{ kind: 'withoutAddress', count: withoutAddress } as const] : []),
		...lists.flatMap(({ unlisted: count }): RunNote[] =>
			count > 0 ? [{ kind: 'unlisted', count, noun: MEMBERS }] : [],
		),
	];
}

/** Returns why nobody was revoked. */
export function heldBackNotes(
	{ isDry }: Pick<SyncSettings, 'isDry'>,
	failed: FailedRow[],
): RunNote[] {
	if (failed.length === 0) return [];
	const rows = failed.map(({ row }) => row);
	const isRefused = failed.every(({ failure }) => isRefusal(failure));
	return [{ kind: 'notRevoked', rows, isRefused, isDry }];
}
