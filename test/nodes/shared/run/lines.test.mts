import path from 'node:path';
import { describe, expect, it } from 'vitest';

import { REMOVAL_LIMIT } from '../../../../nodes/Collection/syncItems/input';
import { ITEM_OUTCOMES, removingNothing } from '../../../../nodes/Collection/syncItems/outcomes';
import { GRANTS, REVOCATIONS } from '../../../../nodes/Customer/access/limits';
import { ACCESS_OUTCOMES } from '../../../../nodes/Customer/access/outcomes';
import { revokingNobody } from '../../../../nodes/Customer/access/syncNotes';
import {
	failureNote,
	linesOf,
	nothingChanged,
	repeatsNote,
	retryNote,
	stopOf,
	toParagraph,
	unlistedNote,
} from '../../../../nodes/shared/run/lines';
import {
	COMMON_OUTCOMES,
	type ExceededLimit,
	type OutcomeTable,
	type Report,
	type Result,
} from '../../../../nodes/shared/run/report';
import { summaryItem } from '../../../../nodes/shared/run/summary';

/** The outcomes of a node that makes and drops things. */
const OUTCOMES: OutcomeTable = {
	made: { one: 'made', predicted: 'would be made', dry: 'wouldMake', isWritten: true },
	dropped: { one: 'dropped', isWritten: true },
	...COMMON_OUTCOMES,
};

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

const limited = (isDry: boolean, others: Partial<ExceededLimit> = {}): ExceededLimit => ({
	kind: REVOCATIONS,
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
				limited(true, { kind: GRANTS, limit: { amount: 100, isPercent: false } }),
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
				limited(false, {
					kind: GRANTS,
					limit: { amount: 1000, isPercent: false },
					count: 2500,
					current: 0,
				}),
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
	'items, stopped': {
		table: ITEM_OUTCOMES,
		report: {
			results: ofEach(ITEM_OUTCOMES, true),
			notes: [],
			exceeded: [limited(false, { kind: REMOVAL_LIMIT, count: 1, current: 1 })],
		},
		isStopped: true,
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
	const real = result('made', 'a', false);
	const dry = result('made', 'b', true);
	const unread = failed('Bad', 'c');

	const HEADING = expect.stringMatching(/:$/) as string;
	const failures = ['1 failed: c', expect.stringMatching(/^1 .*Bad$/) as string];

	it.each([
		[
			[real, dry, real],
			['2 made: a', HEADING, '1 would be made: b'],
		],
		[
			[unread, dry],
			[HEADING, '1 would be made: b', ...failures],
		],
		[
			[unread, real],
			['1 made: a', ...failures],
		],
		[[], []],
	])('keeps apart what is only predicted: %#', (results, lines) => {
		expect(linesIn(results)).toEqual(lines);
	});

	it('names the first three of each outcome, each once', () => {
		const results = ['a', 'b', 'a', 'c', 'd'].map((label) => result('made', label));
		expect(linesIn(results)).toEqual(['5 made: a, b, c and 1 more']);
		expect(linesIn(results.slice(0, 4))).toEqual(['4 made: a, b, c']);
	});

	it.each([
		[79, 'x'.repeat(79)],
		[80, 'x'.repeat(80)],
		[81, `${'x'.repeat(79)}…`],
	])('shows of a name of %i characters 80 at most', (length, name) => {
		expect(linesIn([result('made', 'x'.repeat(length))])).toEqual([`1 made: ${name}`]);
	});

	it.each([
		['an emoji', '😀'],
		['an emoji with a skin tone', '👋🏽'],
		['a family', '👨‍👩‍👧‍👦'],
		['a letter with an accent of its own', 'e\u0301'],
	])('never cuts a name within %s', (_, sign) => {
		for (let length = 70; length <= 80; length++) {
			const [line = ''] = linesIn([result('made', `${'x'.repeat(length)}${sign.repeat(9)}`)]);
			const name = line.replace('1 made: ', '').replace('…', '').replace(/^x+/, '');
			expect(name.replaceAll(sign, '')).toBe('');
		}
	});

	it('names up to ten reasons of failures, each once with its number, the most frequent first', () => {
		const once = Array.from({ length: 12 }, (_, n) => failed(`Reason ${n}`, `row ${n}`));
		const lines = linesIn([...once, failed('Reason 7', 'row 12')]);
		expect(lines[0]).toBe('13 failed: row 0, row 1, row 2 and 10 more');
		const reasonOf = (line = '') => [line.split(' ')[0], line.split(': ')[1]];
		expect(lines.slice(1, 3).map(reasonOf)).toEqual([
			['2', 'Reason 7'],
			['1', 'Reason 0'],
		]);
		expect(reasonOf(lines[10])).toEqual(['1', 'Reason 9']);
		expect(lines[11]).toMatch(/ 2\.$/);
		expect(lines).toHaveLength(12);
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
		const report = { results: [...results, ...failures], notes };
		const text = linesOf(report, { outcomes: ACCESS_OUTCOMES }).join('\n');
		expect(text.length).toBeLessThanOrEqual(2700);
		const { unclear, unknownCustomer, notTried, failed: bad } = ACCESS_OUTCOMES;
		for (const { one } of [unclear, unknownCustomer, notTried]) expect(text).toContain(`3 ${one}`);
		expect(text).toContain(`12 ${bad.one}\n`);
		expect(text).toMatch(/^1 .*: x{100}/m);
		expect(text).toMatch(/3 have no email address\.$/);
	});

	it('makes names, titles and reasons harmless, and leaves email addresses as they are', () => {
		const text = linesIn([
			result('made', '<!channel> *free* at evil.com'),
			result('dropped', '_ada_@example.org'),
			failed('The service refused the values: <@U123> see https://evil.com', 'row 3'),
		]).join('\n');
		expect(text).toContain('_ada_@example.org');
		expect(text).not.toMatch(/<|\*|https:\/\/|evil\.com/);
	});
});

/** The sentences of a run beside its lines, by when it says them. */
const SENTENCES = (): Record<string, string> => {
	const refused: Result = { ...failed('Refused', 'row 1'), item: 0 };
	const noteOf = (results: Result[], rowCount = 0) =>
		failureNote({ results: [refused, ...results], notes: [] }, OUTCOMES, rowCount);
	const many = (count: number, outcome: string, isDry = false) =>
		Array.from({ length: count }, () => result(outcome, 'a', isDry));
	const earlier: Array<[string, number]> = [
		['dropped', 2],
		['made', 1],
	];
	const changed = (counts: typeof earlier, isUncertain: boolean) =>
		nothingChanged({ counts, isUncertain }, OUTCOMES);
	return {
		'nothing was changed': changed([], false),
		'an earlier run may have changed something': changed([], true),
		'earlier runs have changed something': changed(earlier, false),
		'before a retry': retryNote(earlier, OUTCOMES).join(' '),
		'a failure alone': noteOf([]),
		'a failure beside another one': noteOf([refused]),
		'a failure beside one that stays': noteOf(many(1, 'unchanged')),
		'a failure beside one that is only predicted': noteOf(many(1, 'made', true)),
		'a failure beside one that was made': noteOf(many(1, 'made')),
		'failures beside many': noteOf([...many(1200, 'made'), ...many(1, 'unchanged'), refused]),
		'a failure of one of two rows': noteOf([], 2),
		'a row that repeats others': repeatsNote([2], 'names the same'),
		'two rows that repeat others': repeatsNote([2, 6], 'names the same'),
		'seven rows that repeat others': repeatsNote([0, 1, 2, 3, 4, 5, 6], 'names the same'),
		'records that are in no list': unlistedNote(1200, 'customers'),
		'nobody lost access': revokingNobody(false),
		'nobody would lose access': revokingNobody(true),
		'nothing was removed': removingNothing(false),
		'nothing would be removed': removingNothing(true),
	};
};

it('the sentences of a run are as before', async () => {
	const lines = Object.entries(SENTENCES()).map(([when, text]) => `${when}: ${text || '-'}\n`);
	const file = path.join(import.meta.dirname, 'texts', 'sentences.txt');
	await expect(lines.join('')).toMatchFileSnapshot(file);
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
