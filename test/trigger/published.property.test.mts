import { it } from 'vitest';

import { PATIENCE_MS, playRandom, RUNS } from './history.mts';
import { published } from './scenes/published.mts';

it(
	'delivers every video that is published, and each once',
	async () => {
		await playRandom(published, RUNS);
	},
	PATIENCE_MS,
);
