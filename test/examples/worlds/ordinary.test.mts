// Every example runs in n8n's engine where nothing is wrong, and a second time with the same events.
import { describe, expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { defined } from '../../kit/defined.mts';
import { once, playTimes } from './play.mts';
import { brokenTexts, lettersOf, recipientsOf, strayRecipients } from './sent.mts';

/** One person or thing of each kind and status. */
const SIZE = 5;

describe.each(exampleNames)('%s', (example) => {
	const runs = once(async () => await playTimes(example, { size: SIZE }, 2));
	const first = async () => defined((await runs())[0], 'the first run');

	test('ends without an error where nothing is wrong', async () => {
		expect((await first()).errors).toEqual([]);
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
