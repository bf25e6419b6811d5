import { changedAt, type Entry, secondsOf } from '../../checkpoint/records';
import { videoMilestone } from './milestone';
import type { Standing } from './pending';
import { uploadStanding } from './uploaded';

const availableAt = ({ row }: Entry): number => secondsOf(row.time_available) ?? 0;
const unavailableAt = ({ row }: Entry): number => secondsOf(row.time_unavailable) ?? Infinity;

function standing(entry: Entry, now: number): Standing {
	const notBefore = availableAt(entry);
	if (notBefore > now) return { kind: 'scheduled', notBefore };
	return unavailableAt(entry) <= now ? { kind: 'dormant' } : uploadStanding(entry);
}

/** Fires when viewers can watch a video for the first time: it is uploaded and its time has come. */
export const videoPublished = videoMilestone({
	standing,
	// When its time came before its last change, that change may be what was missing.
	momentOf: (entry, now) => Math.min(now, Math.max(changedAt(entry), availableAt(entry))),
	isSince: (entry, from) => availableAt(entry) >= from,
	awaitsAll: false,
	nothing: {
		message: 'There is no published video to show yet',
		description:
			'None of the newest videos that match the filters can be watched now. Publish a video, or change the filters, and fetch a test event again.',
	},
});
