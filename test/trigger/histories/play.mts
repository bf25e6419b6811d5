import { describe, it } from 'vitest';

import type { EventType } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { playRandom, RUNS } from '../history.mts';
import { sceneOf } from '../scenes.mts';

/** Milliseconds that are enough on a busy machine. */
const TIMEOUT = 120_000 + RUNS * 1000;

/** The events that are found by comparing lists. They have a file of their own, so that both files run at once. */
export const COMPARED: EventType[] = ['customerStatusChanged', 'productAdded', 'productRemoved'];

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
