import { expect, it } from 'vitest';

import { USUAL_QUIRKS } from './account.mts';
import { type History, PATIENCE_MS, play, playRandom, RUNS } from './history.mts';
import { customers } from './scenes/customers.mts';

it(
	'delivers every new customer, and each once',
	async () => {
		await playRandom(customers, RUNS);
	},
	PATIENCE_MS,
);

/** A page of one second, in which a new one stands first among the newest and not last among the oldest. */
const inOneSecond: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'mixed', defaultOrder: 'newest', undated: 'first' },
	batch: 3,
	before: 1,
	variant: 0,
	steps: [
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 1 } },
		{ kind: 'overlap' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 9, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
	],
};

it('delivers what only the newest end of a list shows', async () => {
	await expect(play(inOneSecond, customers)).resolves.toBeUndefined();
});

/** More come while the list is read for the first time, so that its total tells more than was seen. */
const whilePublished: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'mixed', defaultOrder: 'newest', undated: 'first' },
	batch: 1000,
	before: 0,
	variant: 93,
	steps: [
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 2, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'fault', after: 0, times: 1, fault: 'status' },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 2, late: 0 } },
	],
};

it('delivers what came while the workflow was published', async () => {
	await expect(play(whilePublished, customers)).resolves.toBeUndefined();
});

/** `total` is the number of pages, which is as high as 42 records were before: 13 pages, 42 new ones, 20 taken. */
const pagesCounted: History = {
	isDurable: true,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending', total: 'pages', undated: 'first' },
	batch: 20,
	before: 1,
	variant: 0,
	steps: [
		{ kind: 'during', request: 2, change: { kind: 0, pick: 0, count: 2, late: 0 } },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 4, late: 0 } },
		{ kind: 'during', request: 2, change: { kind: 0, pick: 0, count: 7, late: 0 } },
		{ kind: 'poll', ending: 'stateLost' },
		{ kind: 'tick', seconds: 1 },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 2, late: 0 } },
	],
};

it('goes on where the total counts pages', async () => {
	await expect(play(pagesCounted, customers)).resolves.toBeUndefined();
});

/** Within one second the newest stand last, and some come while the pages are read, others before the next poll. */
const grown: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending' },
	batch: 1000,
	before: 0,
	variant: 31,
	steps: [
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 2, change: { kind: 0, pick: 0, count: 2, late: 0 } },
		{ kind: 'overlap' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
	],
};

it('delivers what hides in a second in which the list grew while it was read', async () => {
	await expect(play(grown, customers)).resolves.toBeUndefined();
});

/** While the trigger begins, many come in the middle of the pages that were read, and more before the first poll. */
const between: History = {
	isDurable: false,
	quirks: { ...USUAL_QUIRKS, pageSize: 4, ties: 'ascending' },
	batch: 3,
	before: 2,
	variant: 93,
	steps: [
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'during', request: 3, change: { kind: 0, pick: 0, count: 6, late: 0 } },
		{ kind: 'during', request: 3, change: { kind: 12, pick: 0, count: 9, late: 0 } },
		{ kind: 'change' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 6, late: 0 } },
	],
};

it('delivers what came after many that came while the list was read for the first time', async () => {
	await expect(play(between, customers)).resolves.toBeUndefined();
});

/** While the end of the list is looked at for what hides, two dozen late ones appear: its total tells of them. */
const lateAtTheEnd: History = {
	isDurable: false,
	quirks: {
		...USUAL_QUIRKS,
		pageSize: 10,
		ties: 'ascending',
		defaultOrder: 'newest',
		undated: 'first',
	},
	batch: 1000,
	before: 7,
	variant: 3,
	steps: [
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 1, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'tick', seconds: 70 },
		{ kind: 'during', request: 5, change: { kind: 0, pick: 0, count: 6, late: 74 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'poll', ending: 'allLost' },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 1, late: 74 } },
		{ kind: 'change in account', change: { kind: 12, pick: 0, count: 3, late: 0 } },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'poll', ending: 'stored' },
		{ kind: 'during', request: 1, change: { kind: 0, pick: 0, count: 1, late: 0 } },
		{ kind: 'poll', ending: 'allLost' },
		{ kind: 'change in account', change: { kind: 0, pick: 0, count: 7, late: 0 } },
	],
};

it('delivers at once what appeared while the end of the list was looked at', async () => {
	await expect(play(lateAtTheEnd, customers)).resolves.toBeUndefined();
});
