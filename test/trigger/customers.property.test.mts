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
