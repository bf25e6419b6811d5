import { it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { liveEvents } from './scenes/liveEvents.mts';

it('delivers every new live event, and each once', async () => {
	await playRandom(liveEvents, RUNS);
}, 600_000);
