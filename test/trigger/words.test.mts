// Which comments the filter With Words of Comment Created lets through, and which lists of words it refuses.
import { beforeEach, describe, expect, it } from 'vitest';

import { wordFinder } from '../../nodes/VideoSubscriptionTrigger/events/comments/words.ts';
import { Host, MINUTE } from './host.mts';
import { account, activated, newAccount, pollRepeatedly } from './stage.mts';

beforeEach(() => newAccount());

const WORDS = 'spam, casino, free followers';
const SIGNS = 'a$$, $$$, c++,';

it.each([
	[WORDS, 'Come to my CASINO!', true],
	[WORDS, 'Come to my ca\u200Bsi\u00ADno', true],
	[WORDS, 'Come to my ca\u0000si\u202Eno', true],
	[WORDS, 'Come to my cas\u0300ino', true],
	[WORDS, 'Come to my càsïnö', true],
	[WORDS, 'ＣＡＳＩＮＯ', true],
	[WORDS, 'free\nfollowers here', true],
	[WORDS, 'Free, followers', true],
	[WORDS, 'free of followers', false],
	[WORDS, 'casinos and spammers', false],
	[WORDS, '(spam)', true],
	[WORDS, 'spam7', false],
	[WORDS, '', false],
	[SIGNS, 'This is a nice film', false],
	[SIGNS, 'You are an a$$', true],
	[SIGNS, 'Bahama$$', false],
	[SIGNS, 'A vitamin c question', false],
	[SIGNS, 'I write C++', true],
	[SIGNS, 'win $$$ now', true],
	[SIGNS, 'Lovely', false],
	['straße', 'STRASSE', true],
	['ΟΔΟΣ', 'οδός', true],
	['اسلام', 'اِسْلام', true],
	['שלום', 'שָׁלוֹם', true],
	['賭博', '私は賭博が好き', true],
	['ハカ', 'バカ', false],
	['ﾊﾞｶ', 'あのバカが', true],
	['พนัน', 'เว็บพนันออนไลน์', true],
	['काम', 'कम', false],
	['काम', 'यह काम है', true],
	['casino', '来casino玩', true],
	['카지노', '카지노 사이트', true],
	['c++ code', 'My c++ code', true],
	['🖕🏽', '🖕 to all of you', true],
	['🖕', '🖕🏽 to all of you', true],
	['🖕🏽', '👋🏽 to all of you', false],
	['[a-z].*', 'abc', false],
	['[a-z].*', 'match [a-z].* here', true],
])('of the words %j, the comment %j has one: %s', (words, content, expected) => {
	const entries = words.split(',').filter((word) => word.trim() !== '');
	expect(wordFinder(entries)(content)).toBe(expected);
});

describe('Comment Created with words', () => {
	it.each([
		['a text', 'spam; c++'],
		['an array', ['spam', 'c++']],
		['JSON', '["spam", "c++"]'],
		['an array with blanks', [' spam ', '', null, 'c++']],
	])('starts the workflow only with comments that have one of them: %s', async (_, words) => {
		const video = account.add('videos');
		const host = await activated({ events: ['commentCreated'], filters: { words } });
		account.now += MINUTE;
		const texts = ['A vitamin c question', 'I write C++', 'No words', 'SPAM'];
		const ids = texts.map((title) => account.add('comments', { video, title }));
		await pollRepeatedly(host, 2);
		expect(host.delivered).toEqual([`commentCreated:${ids[1]}`, `commentCreated:${ids[3]}`]);
	});

	it('shows only such comments as test events', async () => {
		const video = account.add('videos');
		account.add('comments', { video, title: 'Lovely' });
		const parameters = { events: ['commentCreated'], filters: { words: 'spam' } };
		const host = new Host(account, { parameters });
		await expect(host.manual()).rejects.toThrow('There is no comment to show yet');
		account.add('comments', { video, title: 'No spam' });
		expect(await host.manual()).toHaveLength(1);
	});

	it.each([
		['is empty', ''],
		['is empty', ' , ;'],
		['is empty', null],
		['is empty', []],
		['is empty', ['', null]],
		['"<U+200B>"', 'spam, \u200B'],
		['can contain', ['spam', '\u0301']],
		['is not a text', [{ word: 'spam' }]],
		['is not a text', true],
	])('is refused when the workflow is published: With Words %s, for %j', async (problem, words) => {
		const publishing = activated({ events: ['commentCreated'], filters: { words } });
		await expect(publishing).rejects.toThrow(/^The parameter "With Words"/);
		await expect(publishing).rejects.toThrow(problem);
		expect(account.requests).toEqual([]);
	});
});
