import { describe, expect, it } from 'vitest';

import { events, type EventType } from '../../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { Bench, NOON } from './kit.mts';

/** What is the same for all polls of an event. */
const FACTS: Record<
	EventType,
	{ record: string; filters: string[]; isProductRequired?: true; nothing: RegExp }
> = {
	commentCreated: {
		record: 'comment',
		filters: ['videos'],
		nothing: /no comment .*Comment on one/s,
	},
	customerCreated: {
		record: 'customer',
		filters: ['product', 'status'],
		nothing: /no customer .*Create a customer/s,
	},
	customerStatusChanged: {
		record: 'customer',
		filters: ['product', 'statuses'],
		nothing: /no customer .*/s,
	},
	liveEventCreated: {
		record: 'liveEvent',
		filters: ['product'],
		isProductRequired: true,
		nothing: /no live event .*Create one/s,
	},
	productAdded: {
		record: 'customer',
		filters: ['product'],
		isProductRequired: true,
		nothing: /no customer .*/s,
	},
	uploadCompleted: {
		record: 'video',
		filters: ['query', 'plan'],
		nothing: /no uploaded video .*Upload a video/s,
	},
	videoPublished: {
		record: 'video',
		filters: ['query', 'plan'],
		nothing: /no published video .*Publish a video/s,
	},
};

const facts = Object.entries(FACTS) as Array<[EventType, (typeof FACTS)[EventType]]>;

describe.each(facts)('%s', (event, { record, filters, isProductRequired, nothing }) => {
	it('says what its records are, what decides which fire, and what there is to do when none can be shown', () => {
		const source = events[event];
		expect(source).toMatchObject({ record, filters });
		expect('isProductRequired' in source && source.isProductRequired).toBe(
			isProductRequired ?? false,
		);
		const { message, description } = source.nothing;
		expect(`${message} ${description}`).toMatch(nothing);
		expect(description).toMatch(/fetch a test event again\.$/);
	});
});

describe('a test event', () => {
	const minutes = (count: number) => (NOON - count * 60) * 1000;

	it('of comments is the newest on the newest videos, read as far as is needed and fits', async () => {
		const bench = new Bench('commentCreated', { requestsPerPoll: 3 });
		const videos = [1, 2, 3, 4].map((age) =>
			bench.account.addVideo('uploaded', minutes(100 + age)),
		);
		const comments = videos.map((video, index) =>
			bench.account.addComment(video, minutes(index + 1)),
		);
		const reply = bench.account.addReply(comments[0] ?? 0, minutes(0));
		expect(await bench.sample(2)).toEqual([`${comments[0]}@-60`, `${reply}@0`]);
		expect(bench.requests).toHaveLength(2);
		// A page of the videos, and two of them: no more requests are given.
		expect(await bench.sample(9)).toEqual([
			`${comments[1]}@-120`,
			`${comments[0]}@-60`,
			`${reply}@0`,
		]);
		expect(bench.requests).toHaveLength(3);
		expect(await bench.sample(1)).toEqual([`${reply}@0`]);
	});
});
