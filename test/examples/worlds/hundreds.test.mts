// Every example runs in n8n's engine with more than a hundred things at once, whose texts strangers have written.
import { describe, expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { boxesOf, isOfType } from '../facts.mts';
import { once, play, type Played } from './play.mts';
import {
	brokenTexts,
	lettersOf,
	messagesIn,
	pagesOf,
	recipientsOf,
	strangeTexts,
	strayRecipients,
	textsIn,
} from './sent.mts';

/** More than a page of a list. */
const SIZE = 51;
/** More than the limits of the examples. */
const ABOVE_LIMITS = 101;
/** Fewer than these limits. */
const DOZENS = 30;
/** Where a trigger starts an execution for each event, many do nothing that these don't. */
const ONE_BY_ONE = 10;

/** Whether a trigger starts an execution for each event. */
const isOneByOne = (example: string): boolean =>
	boxesOf(example).some(({ parameters }) =>
		JSON.stringify(parameters).includes('"eventsPerExecution":1'),
	);

/** Whether a box lets only so many pass. */
const isLimited = (example: string): boolean =>
	/stopIfMore|"maxItems"/.test(JSON.stringify(boxesOf(example)));

/** The most messages of a node that a team gets about them, beside one for each execution. */
const MAX_MESSAGES = 10;
/** Characters that Slack takes: in a message, and in a question with buttons. */
const MAX_LENGTH = { message: 4000, question: 3000 };

/** Returns the nodes that tell the team too often, each with the number of its messages. */
function manyMessages({
	sent,
	addresses,
	executions,
}: Played): Array<[node: string, count: number]> {
	const letters = new Set(lettersOf(sent, addresses));
	const counts = new Map<string, number>();
	for (const one of messagesIn(sent))
		if (recipientsOf(one).length > 0 && !letters.has(one))
			counts.set(one.node.name, (counts.get(one.node.name) ?? 0) + 1);
	return [...counts].filter(([, count]) => count > MAX_MESSAGES + executions.length);
}

describe.each(exampleNames)('%s', (example) => {
	const many = isLimited(example) ? ABOVE_LIMITS : SIZE;
	const size = isOneByOne(example) ? ONE_BY_ONE : many;
	const run = once(async () => await play(example, { size, isStrange: true }));

	test('names a recipient of its data in each of hundreds', async () => {
		const { sent, addresses } = await run();
		expect(strayRecipients(example, sent, addresses), 'whom nothing names').toEqual([]);
	});

	test('sends no text of hundreds with a missing value', async () => {
		expect(brokenTexts((await run()).sent), 'with a missing value').toEqual([]);
	});

	test('makes the texts of strangers harmless', async () => {
		const { sent } = await run();
		expect(strangeTexts([...messagesIn(sent), ...pagesOf(sent)])).toEqual([]);
	});

	test('sends no text that is longer than Slack takes', async () => {
		const long = (await run()).sent
			.filter(({ node }) => isOfType('slack')(node))
			.flatMap((one) => textsIn(one).map(([path, text]) => ({ path, length: text.length, one })))
			.filter(
				({ path, length }) => length > MAX_LENGTH[path === 'message' ? 'question' : 'message'],
			)
			.map(({ path, length, one }) => `${one.node.name}, ${path}: ${length} characters`);
		expect(long).toEqual([]);
	});

	test('tells the team about hundreds in a few messages', async () => {
		expect(manyMessages(await run()), 'the messages of each node').toEqual([]);
	});

	test('tells the team about dozens in a few messages', async () => {
		const hundreds = await run();
		// A limit has stopped them before the team was told.
		const dozens = hundreds.hasFailed ? await play(example, { size: DOZENS }) : hundreds;
		expect(manyMessages(dozens), 'the messages of each node').toEqual([]);
	});
});
