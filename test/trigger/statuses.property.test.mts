import { it } from 'vitest';

import { PATIENCE_MS, playRandom, RUNS } from './history.mts';
import { statuses } from './scenes/statuses.mts';

it(
	'delivers every change of status that lasts, and each once',
	async () => {
		await playRandom(statuses, RUNS);
	},
	PATIENCE_MS,
);
