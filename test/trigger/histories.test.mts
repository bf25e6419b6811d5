import { describe, expect, it } from 'vitest';

import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { playRandom, RUNS } from './history.mts';
import { scenes } from './scenes.mts';

it('every event has histories', () => {
	expect(Object.keys(scenes)).toEqual(Object.keys(events));
});

/** Milliseconds, on a machine that has much else to do. */
const TIMEOUT = 120_000 + RUNS * 1000;

describe.each(Object.entries(scenes))('%s', (_, scene) => {
	it(
		'comes when it is promised, once, and nothing else does',
		{ timeout: TIMEOUT },
		async () => await playRandom(scene),
	);
});
