import { expect, it } from 'vitest';

import {
	joined,
	membershipOf,
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
