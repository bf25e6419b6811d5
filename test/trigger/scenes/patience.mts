import type { History } from '../history.mts';

/** Whether records leave in a history. */
export const canLeave = ({ variant }: History): boolean => variant % 2 === 0;

/** Idle polls after which every page was looked at once, where something can hide below known records. */
export function pollsToSweep(history: History, records: number): number {
	const { total, pageSize } = history.quirks;
	const hasTotal = total === 'all' || total === 'text';
	return canLeave(history) || !hasTotal ? 2 * Math.ceil(records / pageSize) : 0;
}
