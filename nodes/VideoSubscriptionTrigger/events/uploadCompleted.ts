import { changedAt } from '../core/page';
import { uploadStanding } from './shared/upload';
import { videoReaches } from './shared/videoReaches';

/** Fires when a video is uploaded that was not before, however long that took. */
export const uploadCompleted = videoReaches({
	goal: {
		standing: uploadStanding,
		// The service does not tell when it finished; the last change is the nearest that is known.
		momentOf: changedAt,
		isSince: () => false,
		awaits: 'all',
	},
	nothing: {
		message: 'There is no uploaded video to show yet',
		description:
			'None of the newest videos that match the filters is uploaded. Upload a video, or change the filters, and fetch a test event again.',
	},
});
