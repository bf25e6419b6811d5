import { changedAt, type Entry, secondsOf } from '../../checkpoint/records';
import { videoMilestone } from './milestone';

/** `uploaded` alone is the end of an upload; all other statuses, also unknown ones, wait (docs/service.md, States). */
function isUploaded({ row: { status } }: Entry): boolean {
	return status === 'uploaded';
}

export const uploadCompleted = videoMilestone({
	description: 'A video is uploaded and ready, however long that takes',
	waitsUntil: (entry) => (isUploaded(entry) ? undefined : 0),
	// The service does not tell when it finished; the last change is the nearest that is known.
	momentOf: (entry, now) => Math.min(now, changedAt(entry)),
	isSince: () => false,
	awaitsAll: true,
	emptyHint:
		'None of the newest videos that match the filters is uploaded. Upload a video, or change the filters, and fetch a test event again.',
});

const availableAt = ({ row }: Entry): number => secondsOf(row.time_available) ?? 0;
const unavailableAt = ({ row }: Entry): number => secondsOf(row.time_unavailable) ?? Infinity;

export const videoPublished = videoMilestone({
	description: 'Viewers can watch a video for the first time: its availability begins',
	waitsUntil(entry, now) {
		if (availableAt(entry) > now) return availableAt(entry);
		return isUploaded(entry) && unavailableAt(entry) > now ? undefined : 0;
	},
	// When its time came before its last change, that change may be what was missing.
	momentOf: (entry, now) => Math.min(now, Math.max(changedAt(entry), availableAt(entry))),
	isSince: (entry, from) => availableAt(entry) >= from,
	awaitsAll: false,
	emptyHint:
		'None of the newest videos that match the filters can be watched now. Publish a video, or change the filters, and fetch a test event again.',
});
