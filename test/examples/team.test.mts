// What the example Tell the team of everything posts: each event in its channel, several in one message.
import { describe, expect, test } from 'vitest';

import { messagesIn, recipientsOf, textsIn } from './worlds/sent.mts';
import { withExample, type WorldOptions } from './worlds/world.mts';

type State = Parameters<NonNullable<WorldOptions['settle']>>[0];

/** Publishes the workflow, lets something happen, and returns the messages and why executions failed. */
async function told(happen: (state: State) => void, options: Partial<WorldOptions> = {}) {
	const states: State[] = [];
	const settle = (state: State) => void states.push(state);
	return await withExample('tell-the-team', { ...options, settle }, async (world) => {
		await world.begin();
		for (const state of states) happen(state);
		const results = await world.run(await world.look());
		const messages = messagesIn(world.sent).map((one) =>
			[recipientsOf(one).join(), ...textsIn(one).map(([, text]) => text)].join(' | '),
		);
		return { messages, errors: results.flatMap(({ error }) => error ?? []) };
	});
}

const everything = (state: State) => {
	const { id: customerId } = state.addCustomer({ email: 'ada@example.com', name: 'Ada Lovelace' });
	const { id: videoId } = state.addVideo({ title: 'Tide', status: 'uploaded' });
	state.addComment({ videoId, customerId, content: 'A fine\nfilm <!channel>' });
	state.addVideo({ title: 'Ebb', status: 'uploaded' });
};

describe('tell-the-team', () => {
	test('posts each event in its channel, and several of one kind in one message', async () => {
		const { messages, errors } = await told(everything);
		expect(messages.toSorted()).toEqual([
			expect.stringMatching(
				/^#memberships \|.* A customer is new:\n• Ada Lovelace, ada@example\.com \(customer \d+\)$/,
			),
			expect.stringMatching(
				/^#moderation \|.* A comment is new:\n• “A fine film ‹!channel›”, Ada Lovelace on Tide \(comment \d+\)$/,
			),
			expect.stringMatching(
				/^#uploads \|.* 2 videos are ready:\n• (Tide|Ebb) \(video \d+\)\n• (Tide|Ebb) \(video \d+\)$/,
			),
		]);
		expect(errors).toEqual([]);
	});

	test('posts in one channel only where only that event happened', async () => {
		const { messages } = await told((state) => state.addCustomer({ email: 'bo@example.com' }));
		expect(messages).toEqual([expect.stringMatching(/^#memberships \|/)]);
	});
});
