import path from 'node:path';
import { describe, expect, it } from 'vitest';

import { ITEM_OUTCOMES } from '../../../../nodes/Collection/syncItems/outcomes';
import { ACCESS_OUTCOMES } from '../../../../nodes/Customer/access/outcomes';
import {
	failureNote,
	linesOf,
	nothingChanged,
	rowNumbers,
	stopOf,
	toParagraph,
} from '../../../../nodes/shared/run/lines';
import type {
	ExceededLimit,
	LimitKind,
	OutcomeTable,
	Report,
	Result,
} from '../../../../nodes/shared/run/report';
import { summaryItem } from '../../../../nodes/shared/run/summary';

const OUTCOMES: OutcomeTable = { ...ACCESS_OUTCOMES, ...ITEM_OUTCOMES };

const failed = (reason: string, label: string): Result => ({
	outcome: 'failed',
	label,
	failure: new Error(reason),
});

const result = (outcome: string, label: string, isDry?: boolean): Result => ({
	outcome,
	label,
	isDry,
});

const linesIn = (results: Result[], others: Partial<Report> = {}) =>
	linesOf({ results, notes: [], ...others }, { outcomes: OUTCOMES });

const CUSTOMERS: LimitKind = {
	name: 'stopIfMoreRevokedThan',
	label: 'Stop If More Revoked Than',
	takesPercent: true,
	noun: 'customer',
	would: ['would lose access', 'would have lost access'],
	preposition: 'to',
};

const GRANTED: LimitKind = {
	...CUSTOMERS,
	label: 'Stop If More Granted Than',
	would: ['would get access', 'would have gotten access'],
};

const limited = (isDry: boolean, others: Partial<ExceededLimit> = {}): ExceededLimit => ({
	kind: CUSTOMERS,
	limit: { amount: 10, isPercent: true },
	count: 148,
	earlier: 0,
	current: 153,
	isDry,
	...others,
});

/** Returns one result of each outcome of a table. */
const ofEach = (table: OutcomeTable, isDry: boolean): Result[] =>
	Object.keys(table)
		.filter((name) => name !== 'unclear' && name !== 'failed')
		.map((name) => ({ ...result(name, `${name}@example.org`, isDry), reason: 'cancelled' }));

const alike = (by: string, isDry: boolean): Result => ({
	...result('unclear', 'ada@old.example', isDry),
	likeness: { by, to: 'ada@new.example' },
});

const UNCLEAR = Object.keys(ACCESS_OUTCOMES.unclear.likenesses);

/** The runs whose texts the snapshots hold, by what they are about. */
const RUNS: Record<string, { table: OutcomeTable; report: Report; isStopped?: boolean }> = {
	access: {
		table: ACCESS_OUTCOMES,
		report: {
			results: [
				...ofEach(ACCESS_OUTCOMES, false),
				...UNCLEAR.map((by) => alike(by, false)),
				failed('The service refused the values: Simulated fault', 'row 3'),
			],
			notes: [],
		},
	},
	'access, dry': {
		table: ACCESS_OUTCOMES,
		report: {
			results: [...ofEach(ACCESS_OUTCOMES, true), ...UNCLEAR.map((by) => alike(by, true))],
			notes: [],
			exceeded: [
				limited(true),
				limited(true, { kind: GRANTED, limit: { amount: 100, isPercent: false } }),
			],
		},
	},
	'access, stopped': {
		table: ACCESS_OUTCOMES,
		report: {
			results: ofEach(ACCESS_OUTCOMES, true),
			notes: [],
			exceeded: [
				limited(false, { name: 'Premium', earlier: 20 }),
				limited(false, { kind: GRANTED, limit: { amount: 100, isPercent: false }, current: 0 }),
			],
		},
		isStopped: true,
	},
	'access, in test mode, partly dry': {
		table: ACCESS_OUTCOMES,
		report: {
			results: [
				result('granted', 'ada@example.org', false),
				result('granted', 'bob@example.org', true),
			],
			notes: [],
			isTest: true,
		},
	},
	items: {
		table: ITEM_OUTCOMES,
		report: {
			results: [
				...ofEach(ITEM_OUTCOMES, false),
				failed('The service found no such video', 'video 9'),
			],
			notes: [],
		},
	},
	'items, dry': {
		table: ITEM_OUTCOMES,
		report: { results: ofEach(ITEM_OUTCOMES, true), notes: [] },
	},
};

/** Returns all texts of a run. */
function textsOf({ table, report, isStopped = false }: (typeof RUNS)[string]): string {
	const stop = isStopped ? stopOf(report.exceeded ?? []) : undefined;
	const unchanged = nothingChanged(
		{
			counts: [
				['revoked', 20],
				['created', 1],
			],
			isUncertain: false,
		},
		ACCESS_OUTCOMES,
	);
	const stopped = stop && toParagraph([stop.headline, unchanged, stop.details]);
	const lines = linesOf(report, { outcomes: table, stopped });
	return [
		'# Summary',
		...lines,
		'',
		'# Hint',
		toParagraph(lines),
		'',
		'# Error at which it stops, for several rows',
		failureNote(report, table, 20),
		'',
	].join('\n');
}

describe('the texts of a run', () => {
	it.each(Object.entries(RUNS))('are as before: %s', async (name, run) => {
		const file = path.join(import.meta.dirname, 'texts', `${name.replaceAll(/,? /g, '-')}.txt`);
		await expect(textsOf(run)).toMatchFileSnapshot(file);
	});
});

describe('linesOf', () => {
	const real = result('granted', 'a', false);
	const dry = result('granted', 'b', true);
	const unread = failed('Bad', 'c');

	it.each([
		[[real, dry, real], '2 granted access: a. Dry run: 1 would be granted access: b.'],
		[[unread, dry], 'Dry run: 1 would be granted access: b. 1 failed: c. 1 of them: Bad.'],
		[[unread, real], '1 granted access: a. 1 failed: c. 1 of them: Bad.'],
		[[], ''],
	])('keeps apart what is only predicted: %#', (results, text) => {
		expect(toParagraph(linesIn(results))).toBe(text);
	});

	it('names the first three of each outcome, each once', () => {
		const results = ['a', 'b', 'a', 'c', 'd'].map((label) => result('created', label));
		expect(linesIn(results)).toEqual(['5 created: a, b, c and 1 more']);
		expect(linesIn(results.slice(0, 4))).toEqual(['4 created: a, b, c']);
	});

	it.each([
		['an emoji', '😀'],
		['an emoji with a skin tone', '👋🏽'],
		['a family', '👨‍👩‍👧‍👦'],
		['a letter with an accent of its own', 'e\u0301'],
	])('never cuts a name within %s', (_, sign) => {
		for (let length = 70; length <= 80; length++) {
			const [line = ''] = linesIn([result('added', `${'x'.repeat(length)}${sign.repeat(9)}`)]);
			const name = line.replace('1 added: ', '').replace('…', '').replace(/^x+/, '');
			expect(name.replaceAll(sign, '')).toBe('');
		}
	});

	it('names up to ten reasons of failures, each once with its number, the most frequent first', () => {
		const once = Array.from({ length: 12 }, (_, n) => failed(`Reason ${n}`, `row ${n}`));
		const lines = linesIn([...once, failed('Reason 7', 'row 12')]);
		expect(lines[0]).toBe('13 failed: row 0, row 1, row 2 and 10 more');
		expect(lines.slice(1, 3)).toEqual(['2 of them: Reason 7', '1 of them: Reason 0']);
		expect(lines.slice(10)).toEqual(['1 of them: Reason 9', 'Other reasons: 2.']);
	});

	it('is at most 2,700 characters, with all outcomes, by leaving out names and reasons', () => {
		const long = (n: number) => `${'x'.repeat(300)}${n}`;
		const results = [true, false].flatMap((isDry) =>
			Object.keys(ACCESS_OUTCOMES)
				.filter((outcome) => outcome !== 'failed')
				.flatMap((outcome) =>
					[1, 2, 3].map(
						(n): Result => ({
							...result(outcome, long(n), isDry),
							likeness: { by: 'name', to: long(n) },
						}),
					),
				),
		);
		const failures = Array.from({ length: 12 }, (_, n) => failed(long(n), long(n)));
		const notes = ['3 have no email address.'];
		const text = linesIn([...results, ...failures], { notes }).join('\n');
		expect(text.length).toBeLessThanOrEqual(2700);
		for (const words of [
			'3 unclear: same name',
			'3 unknown',
			'3 not tried',
			'12 failed',
			' of them: ',
		])
			expect(text).toContain(words);
		expect(text).toMatch(/3 have no email address\.$/);
	});

	it('makes names, titles and reasons harmless, and leaves email addresses as they are', () => {
		const text = linesIn([
			result('added', '<!channel> *free* at evil.com'),
			result('moved', '_ada_@example.org'),
			failed('The service refused the values: <@U123> see https://evil.com', 'row 3'),
		]).join('\n');
		expect(text).toContain('_ada_@example.org');
		expect(text).not.toMatch(/<|\*|https:\/\/|evil\.com/);
	});
});

describe('failureNote', () => {
	const refused: Result = { ...failed('Refused', 'row 1'), item: 0 };
	const noteOf = (results: Result[], rowCount = 0) =>
		failureNote({ results, notes: [] }, OUTCOMES, rowCount);
	const many = (count: number, outcome: string) =>
		Array.from({ length: count }, () => result(outcome, 'a', false));

	it.each<[Result[], string]>([
		[[refused], ''],
		[[refused, refused], ''],
		[[refused, result('unchanged', 'a', false)], ''],
		[[refused, result('revoked', 'a', true)], ''],
		[[refused, ...many(1, 'granted')], '1 other was processed: 1 granted access. You can run'],
		[
			[refused, ...many(1200, 'created'), ...many(1, 'unchanged'), refused],
			'1,201 others were processed: 1,200 created, 1 unchanged. You can run this again: they stay unchanged.',
		],
	])('counts what was written beside a failure: %#', (results, start) => {
		expect(noteOf(results).slice(0, start.length || undefined)).toBe(start);
	});

	it('names the row where rows fail by themselves', () => {
		expect(noteOf([refused], 2)).toBe('This is row 1 of the input. n8n shows it as [item 0].');
	});
});

describe('nothingChanged', () => {
	it.each([
		[[], false, 'Nothing was changed.'],
		[[], true, 'Nothing more was changed.'],
		[
			[
				['revoked', 2],
				['created', 1],
			],
			false,
			'Nothing more was changed. Earlier in this execution: 1 created, 2 lost access.',
		],
	] as const)('says what earlier runs have done: %j', (counts, isUncertain, sentence) => {
		const earlier = { counts: counts.map(([name, count]): [string, number] => [name, count]) };
		expect(nothingChanged({ ...earlier, isUncertain }, OUTCOMES)).toBe(sentence);
	});
});

it.each([
	[[2], 'row 3'],
	[[2, 6], 'rows 3 and 7'],
	[[0, 1, 2, 3, 4, 5, 6], 'rows 1, 2, 3, 4, 5 and 2 more'],
])('rowNumbers names the rows %j', (indexes, text) => {
	expect(rowNumbers(indexes)).toBe(text);
});

it('a summary counts what was not tried as failed where it has no count of its own', () => {
	const report: Report = {
		results: ['failed', 'notTried', 'removed'].map((outcome) => result(outcome, 'a', false)),
		notes: [],
	};
	const parts = { lines: [], stopped: undefined, rows: [] };
	expect(summaryItem(report, ['removed', 'failed'], parts)).toMatchObject({
		removed: 1,
		failed: 2,
	});
	expect(summaryItem(report, ['notTried', 'failed'], parts)).toMatchObject({
		notTried: 1,
		failed: 1,
	});
});
