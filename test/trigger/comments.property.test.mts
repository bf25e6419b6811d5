import { it } from 'vitest';

import { PATIENCE_MS, playRandom, RUNS } from './history.mts';
import { comments } from './scenes/comments.mts';

it(
	'delivers every new comment and reply, and each once',
	async () => {
		await playRandom(comments, RUNS);
	},
	PATIENCE_MS,
);
