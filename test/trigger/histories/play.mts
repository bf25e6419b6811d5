import { describe, it } from 'vitest';

import type { EventType } from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { playRandom } from './history.mts';
import { sceneOf } from './scenes.mts';

/** Half of the time goes into these events. They have a file of their own, so that both halves run at once. */
export const OF_VIDEOS: EventType[] = ['uploadCompleted', 'videoPublished'];

/** Plays random histories of events. */
export function itDelivers(events: EventType[]): void {
	describe.each(events)('%s', (event) => {
		it('is delivered once, in the promised poll, and only when it happened', async () => {
			await playRandom(sceneOf(event));
		});
	});
}
