import { expect, it } from 'vitest';

import {
	confirm,
	joined,
	membershipOf,
	missingIn,
	observe,
	START,
} from '../../nodes/VideoSubscriptionTrigger/events/membership/customerLists.ts';

it.each([
	['at the start of a round', START, { roundsToRead: 2, first: 1 }],
	['within a list', { list: 0, page: 2 }, { roundsToRead: 3, first: 2 }],
	['between two lists', { list: 1, page: 1 }, { roundsToRead: 3, first: 2 }],
])(
	'an event that joins a search %s begins with the next whole round',
	(_, cursor, { roundsToRead, first }) => {
		const checkpoint = { ...membershipOf(['enabled', 'paused']), cursor, roundsToRead: 0 };
		expect(joined(checkpoint, ['productRemoved'])).toMatchObject({
			roundsToRead,
			beginning: ['productRemoved'],
			joinedIn: { productRemoved: first },
		});
	},
);

it.each([
	['listed', 2],
	['unclear', 1],
] as const)(
	'a customer whom a list lacks, and who is %s by a look-up, is looked up again after rounds: %i',
	(witness, rounds) => {
		const missing = { name: 'enabled', round: 4, listedIn: new Map([[7, 1]]) };
		let [list = missing] = confirm([missing], 7, witness);
		let read = 0;
		for (; missingIn(list).length === 0; read++) list = observe(list, new Set(), true);
		expect(read).toBe(rounds);
	},
);
