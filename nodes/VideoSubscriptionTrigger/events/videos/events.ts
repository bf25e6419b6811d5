import { notice } from '../../../shared/panel/notices';
import { planField, readPublicationFilters, readUploadFilters, searchField } from '../../filters';
import { changedAt, type Entry, secondsOf } from '../../lists/entries';
import { plansOf, videoMilestone } from './milestone';
import type { Progress } from './waiting';

const REACHED: Progress = { kind: 'reached' };
const PENDING: Progress = { kind: 'pending' };

/** `uploaded` alone is the end of an upload; all other statuses, also unknown ones, wait (docs/developers/service.md, States). */
function isUploaded({ row: { status } }: Entry): boolean {
	return status === 'uploaded';
}

export const uploadCompleted = videoMilestone({
	description: 'A video is uploaded and ready, however long that takes',
	notices: () => [
		notice(
			'uploadNotice',
			'A plan is usually chosen after the upload. To start the workflow for videos of a plan, choose Video Published.',
		),
	],
	filters: () => [searchField()],
	read: readUploadFilters,
	progressOf: (entry) => (isUploaded(entry) ? REACHED : PENDING),
	// The service does not show when the upload was completed. The last change is the nearest known time.
	reachedAt: (entry, now) => Math.min(now, changedAt(entry)),
	isReachedSince: () => false,
	includesOlder: true,
	emptyHint:
		'None of the newest videos that match the filters is uploaded. Upload a video, or change the filters, and fetch a test event again.',
});

/** Whether a video is in a plan, as far as the record shows. A video without plans is a draft, which no viewer can watch. */
const isInSomePlan = (entry: Entry): boolean => plansOf(entry)?.length !== 0;

const availableAt = ({ row }: Entry): number => secondsOf(row.time_available) ?? 0;
const unavailableAt = ({ row }: Entry): number => secondsOf(row.time_unavailable) ?? Infinity;

export const videoPublished = videoMilestone({
	description: 'Viewers can watch a video for the first time: its availability begins',
	notices: () => [
		notice(
			'publishedNotice',
			'A video starts the workflow once, when viewers can watch it for the first time. The trigger can take minutes to notice a changed date of an older video.',
		),
	],
	filters: () => [planField(), searchField()],
	read: readPublicationFilters,
	progressOf(entry, now) {
		if (availableAt(entry) > now) return { kind: 'scheduled', at: availableAt(entry) };
		const canBeWatched = isUploaded(entry) && isInSomePlan(entry) && unavailableAt(entry) > now;
		return canBeWatched ? REACHED : PENDING;
	},
	// A change after the scheduled time may have been what made the video available.
	reachedAt: (entry, now) => Math.min(now, Math.max(changedAt(entry), availableAt(entry))),
	isReachedSince: (entry, from) => availableAt(entry) >= from,
	includesOlder: false,
	emptyHint:
		'None of the newest videos that match the filters can be watched now. Publish a video, or change the filters, and fetch a test event again.',
});
