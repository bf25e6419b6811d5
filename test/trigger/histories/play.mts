import { describe, it } from 'vitest';

import type { EventType } from '../../../nodes/VideoSubscriptionTrigger/events/types.ts';
import { playRandom, RUNS } from './history.mts';
import { sceneOf } from './scenes.mts';

/** Milliseconds that are enough on a busy machine. */
export const TIMEOUT = 120_000 + RUNS * 1000;

/** Half of the time goes into these events. They have a file of their own, so that both halves run at once. */
export const OF_VIDEOS: EventType[] = ['uploadCompleted', 'videoPublished'];

/** Plays random histories of events. */
export function itDelivers(events: EventType[]): void {
	describe.each(events)('%s', (event) => {
		it(
			'is delivered once, in the promised poll, and only when it happened',
			{ timeout: TIMEOUT },
			async () => await playRandom(sceneOf(event)),
		);
	});
}
