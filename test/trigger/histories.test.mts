import { describe, it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { scenes } from './scenes.mts';

/** Milliseconds, on a machine that has much else to do. */
const TIMEOUT = 120_000 + RUNS * 1000;

describe.each(scenes)('%s', (_, scene) => {
	it(
		'delivers each event when it is promised, once, and no other',
		{ timeout: TIMEOUT },
		async () => await playRandom(scene),
	);
});
