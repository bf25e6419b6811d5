// Every example runs in n8n's engine where nothing is wrong, and a second time with the same events.
import { describe, expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { defined } from '../../kit/defined.mts';
import { once, playTimes } from './play.mts';
import { brokenTexts, lettersOf, recipientsOf, strayRecipients } from './sent.mts';

/** One person or thing of each kind and status. */
const SIZE = 5;

/** Returns each line once, with the number of times that it occurs. */
function counted(lines: string[]): string {
	const counts = new Map<string, number>();
	for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
	return [...counts]
		.map(([line, count]) => `${line}${count === 1 ? '' : ` (${count} times)`}\n`)
		.sort()
		.join('');
}

describe.each(exampleNames)('%s', (example) => {
	const runs = once(async () => await playTimes(example, { size: SIZE }, 2));
	const first = async () => defined((await runs())[0], 'the first run');

	test('ends without an error where nothing is wrong', async () => {
		expect((await first()).errors).toEqual([]);
	});

	test('reaches the same people and records as before', async () => {
		const { sent, writes } = await first();
		const received = sent.map((one) => [one.node.name, ...recipientsOf(one)].join(': '));
		await expect(
			counted([...received, ...writes]),
			'Check each changed line; `npx vitest run test/examples/worlds -u` accepts them',
		).toMatchFileSnapshot(`../received/${example}.txt`);
	});

	test('names a recipient of its data in everything that it sends', async () => {
		const { sent, addresses } = await first();
		expect(strayRecipients(example, sent, addresses), 'whom nothing names').toEqual([]);
	});

	test('sends no text with a missing value', async () => {
		expect(brokenTexts((await first()).sent), 'with a missing value').toEqual([]);
	});

	test('writes to nobody and creates nothing a second time', async () => {
		const { sent, writes, addresses } = defined((await runs())[1], 'the second run');
		expect(
			lettersOf(sent, addresses).map((one) => [one.node.name, ...recipientsOf(one)].join(': ')),
			'sent again',
		).toEqual([]);
		const created = writes.filter((write) => write.startsWith('POST'));
		expect(created, 'created again').toEqual([]);
	});
});
