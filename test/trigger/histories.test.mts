import { describe, it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { scenes } from './scenes.mts';

/** Milliseconds that are enough on a busy machine. */
const TIMEOUT = 120_000 + RUNS * 1000;

describe.each(scenes)('%s', (_, scene) => {
	it(
		'is delivered once, in the promised poll, and only when it happened',
		{ timeout: TIMEOUT },
		async () => await playRandom(scene),
	);
});
