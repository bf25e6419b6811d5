import { changedAt, secondsOf } from '../core/page';
import type { Standing } from '../core/transition';
import type { Entry } from '../core/types';
import { uploadStanding } from './shared/upload';
import { videoReaches } from './shared/videoReaches';

const availableAt = ({ row }: Entry): number => secondsOf(row.time_available) ?? 0;
const unavailableAt = ({ row }: Entry): number => secondsOf(row.time_unavailable) ?? Infinity;

function standing(entry: Entry, now: number): Standing {
	const from = availableAt(entry);
	if (from > now) return { kind: 'scheduled', notBefore: from };
	const isOver = unavailableAt(entry) <= now;
	return isOver ? { kind: 'dormant', notBefore: 0 } : uploadStanding(entry);
}

/** Fires when viewers can watch a video for the first time: it is uploaded and its time has come. */
export const videoPublished = videoReaches({
	goal: {
		standing,
		// When its time came before its last change, that change may be what was missing.
		momentOf: (entry, now) => Math.min(now, Math.max(changedAt(entry), availableAt(entry))),
		isSince: (entry, from) => availableAt(entry) >= from,
		awaits: 'learnt',
	},
	nothing: {
		message: 'There is no published video to show yet',
		description:
			'None of the newest videos that match the filters can be watched now. Publish a video, or change the filters, and fetch a test event again.',
	},
});
