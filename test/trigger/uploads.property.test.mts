import { it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { uploads } from './scenes/uploads.mts';

it('delivers every completed upload, and each once', async () => {
	await playRandom(uploads, RUNS);
}, 600_000);
