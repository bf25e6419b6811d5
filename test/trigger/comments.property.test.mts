import { expect, it } from 'vitest';

import { USUAL_QUIRKS } from './account.mts';
import { type History, PATIENCE_MS, play, playRandom, RUNS } from './history.mts';
import { comments } from './scenes/comments.mts';

it(
	'delivers every new comment and reply, and each once',
	async () => {
		await playRandom(comments, RUNS);
	},
	PATIENCE_MS,
);

/** A chosen video is deleted between the publishing and the first poll of the durable engine. */
const deletedAtOnce: History = {
	isDurable: true,
	quirks: { ...USUAL_QUIRKS, pageSize: 4 },
	batch: 3,
	before: 4,
	variant: 0,
	steps: [
		{ kind: 'during', request: 1, change: { kind: 92, pick: 0, count: 1, late: 0 } },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
	],
};

it('delivers the comments on the others when a chosen video is deleted at once', async () => {
	await expect(play(deletedAtOnce, comments)).resolves.toBeUndefined();
});
