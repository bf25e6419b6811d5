import { changedAt, type Entry } from '../../checkpoint/records';
import { videoMilestone } from './milestone';
import type { Standing } from './pending';

/**
 * How the upload of a video stands. The only status that fires is `uploaded`; others, also unknown
 * ones, wait (spec, States and transitions).
 */
export function uploadStanding({ row: { status } }: Entry): Standing {
	if (status === 'uploaded') return { kind: 'reached' };
	return { kind: status === null || status === undefined ? 'dormant' : 'working' };
}

/** Fires when a video is uploaded that was not before, however long that took. */
export const uploadCompleted = videoMilestone({
	standing: uploadStanding,
	// The service does not tell when it finished; the last change is the nearest that is known.
	momentOf: (entry, now) => Math.min(now, changedAt(entry)),
	isSince: () => false,
	awaitsAll: true,
	nothing: {
		message: 'There is no uploaded video to show yet',
		description:
			'None of the newest videos that match the filters is uploaded. Upload a video, or change the filters, and fetch a test event again.',
	},
});
