import { expect, it } from 'vitest';

import { USUAL_QUIRKS } from './account.mts';
import { type History, PATIENCE_MS, play, playRandom, RUNS } from './history.mts';
import { published } from './scenes/published.mts';

it(
	'delivers every video that is published, and each once',
	async () => {
		await playRandom(published, RUNS);
	},
	PATIENCE_MS,
);

/** Chosen anew in a second with more videos than are read, whose highest ids stand neither first nor last in the list. */
const longSecond: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending' },
	batch: 3,
	before: 1,
	variant: 0,
	steps: [
		{ kind: 'during', request: 1, change: { kind: 85, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 11, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 10, late: 0 } },
		{ kind: 'change' },
	],
};

it('delivers no video that was there in a long second in which the trigger began', async () => {
	await expect(play(longSecond, published)).resolves.toBeUndefined();
});
