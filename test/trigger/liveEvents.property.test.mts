import { expect, it } from 'vitest';

import { USUAL_QUIRKS } from './account.mts';
import { PATIENCE_MS, play, playRandom, RUNS, type History } from './history.mts';
import { liveEvents } from './scenes/liveEvents.mts';

it(
	'delivers every new live event, and each once',
	async () => {
		await playRandom(liveEvents, RUNS);
	},
	PATIENCE_MS,
);

/** Records of one second, of which the two orders of the list show the new one at the same end. */
const sharedSecond: History = {
	isDurable: false,
	quirks: {
		...USUAL_QUIRKS,
		pageSize: 10,
		ties: 'ascending',
		defaultOrder: 'newest',
		undated: 'first',
	},
	batch: 20,
	before: 1,
	variant: 0,
	steps: [
		{ kind: 'change in account', change: { kind: 70, pick: 950, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 11, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'change in account', change: { kind: 70, pick: 19, count: 1, late: 0 } },
	],
};

it('delivers what is new at the top of the list and not seen at its end', async () => {
	await expect(play(sharedSecond, liveEvents)).resolves.toBeUndefined();
});

/** More come while the list is read for the first time, so that its total tells more than was seen. */
const whilePublished: History = {
	isDurable: false,
	quirks: {
		...USUAL_QUIRKS,
		pageSize: 4,
		ties: 'ascending',
		defaultOrder: 'newest',
		undated: 'first',
	},
	batch: 20,
	before: 0,
	variant: 9,
	steps: [
		{ kind: 'during', request: 5, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 2, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 3, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'fault', after: 0, times: 1, fault: 'status' },
	],
};

it('delivers what came while the workflow was published', async () => {
	await expect(play(whilePublished, liveEvents)).resolves.toBeUndefined();
});

/** A live event leaves while the pages of the second of publishing are read, and the total tells nothing of it. */
const cappedTotal: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending', total: 'constant' },
	batch: 3,
	before: 0,
	variant: 0,
	steps: [
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 7, late: 0 } },
		{ kind: 'during', request: 5, change: { kind: 70, pick: 250, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 12, pick: 0, count: 12, late: 0 } },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 10, late: 0 } },
		{ kind: 'change' },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
	],
};

it('delivers none that was there where the total is capped', async () => {
	await expect(play(cappedTotal, liveEvents)).resolves.toBeUndefined();
});

/** Between two pages of the second of publishing one leaves, and before the first one is read again four come. */
const bothWays: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 50, ties: 'mixed', total: 'none', undated: 'first' },
	batch: 3,
	before: 0,
	variant: 0,
	steps: [
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 6, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 12, late: 0 } },
		{ kind: 'during', request: 5, change: { kind: 70, pick: 0, count: 1, late: 0 } },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'poll', ending: 'stored' },
	],
};

it('delivers none that was there where records leave and come while pages are read', async () => {
	await expect(play(bothWays, liveEvents)).resolves.toBeUndefined();
});
