import { expect, it } from 'vitest';

import { USUAL_QUIRKS } from './account.mts';
import { PATIENCE_MS, play, playRandom, RUNS, type History } from './history.mts';
import { uploads } from './scenes/uploads.mts';

it(
	'delivers every completed upload, and each once',
	async () => {
		await playRandom(uploads, RUNS);
	},
	PATIENCE_MS,
);

/** While the trigger learns what is pending, a video leaves and another one moves up to a page that was read. */
const movedUp: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 10, total: 'none' },
	batch: 3,
	before: 0,
	variant: 0,
	steps: [
		{ kind: 'during', request: 3, change: { kind: 8, pick: 0, count: 7, late: 0 } },
		{ kind: 'during', request: 4, change: { kind: 85, pick: 1, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 8, pick: 0, count: 4, late: 0 } },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 40, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
	],
};

it('delivers an upload of a service without totals that moved up while it was learnt', async () => {
	await expect(play(movedUp, uploads)).resolves.toBeUndefined();
});

/** With two requests a poll, the search for a backlog ends in another poll than the one that saw the newest. */
const searchedSlowly: History = {
	isDurable: true,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending' },
	answerMs: 8000,
	batch: 3,
	before: 2,
	variant: 0,
	steps: [
		{ kind: 'change in account', change: { kind: 40, pick: 550, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 2, late: 1 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'tick', seconds: 0 },
	],
};

it('delivers uploads that stand before known ones of their second, with two requests a poll', async () => {
	await expect(play(searchedSlowly, uploads)).resolves.toBeUndefined();
});
