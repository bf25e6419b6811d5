// Runs the Code nodes of *Only what changed*.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
	contextOf,
	editFields,
	evaluate,
	itemsOf,
	nodeOf,
	runCode,
	runCodeNode,
} from './evaluate.mts';

const ROWS = [
	{ email: 'b@example.com', changed_at: '2026-01-03T00:00:00.000Z' },
	{ email: 'a@example.com', changed_at: '2026-01-02T00:00:00.000Z' },
];

/** Runs *Newest Change*. @param failed the rows that failed in earlier runs */
const newestChange = (
	results: Array<Record<string, unknown>>,
	rows: Array<Record<string, unknown>> = ROWS,
	failed: Array<Record<string, unknown>> = [],
	lastRun: Record<string, unknown> = {},
) =>
	runCode('only-what-changed', 'Newest Change', {
		'': itemsOf(results),
		'Changed Rows of the CRM': itemsOf(rows),
		'Rows to Decide': itemsOf(rows.map((row) => ({ ...row, row_key: row.email }))),
		'Failed Rows': itemsOf(failed),
		'Last Run': itemsOf([lastRun]),
	});

test.each([
	['without a failure', { outcome: 'unchanged' }],
	['with a row that failed', { error: 'Row 2: no address' }],
])('only-what-changed: %s, the next run starts at the newest row', (_, second) => {
	const output = newestChange([{ outcome: 'granted' }, second]);
	expect(output.map(({ changed_until }) => changed_until)).toEqual([
		ROWS[0]?.changed_at,
		ROWS[0]?.changed_at,
	]);
});

test('only-what-changed: without a changed row, the next run starts where this one did', () => {
	const last = { changed_until: '2026-01-09T00:00:00.000Z' };
	for (const rows of [[], [{}], ROWS])
		expect(newestChange([{ outcome: 'granted' }], rows, [], last)).toMatchObject([last]);
});

test.each([
	['2026-01-04T02:00:00+02:00', '2026-01-04T00:00:00.000Z'],
	['2026-01-04 00:00:00 UTC', '2026-01-04T00:00:00.000Z'],
	[Date.parse('2026-01-04'), '2026-01-04T00:00:00.000Z'],
	[String(Date.parse('2026-01-04')), '2026-01-04T00:00:00.000Z'],
	['soon', ROWS[0]?.changed_at],
	['31.12.2026', ROWS[0]?.changed_at],
	[null, ROWS[0]?.changed_at],
])('only-what-changed: after a row of %j, the next run starts at %s', (changed_at, until) => {
	const [first] = newestChange([{ outcome: 'granted' }], [...ROWS, { changed_at }]);
	expect(first?.changed_until).toBe(until);
});

test('only-what-changed: a row of the future does not keep later changes from being read', () => {
	const [first] = newestChange([{ outcome: 'granted' }], [{ changed_at: '2999-01-01T00:00:00Z' }]);
	expect(Date.parse(String(first?.changed_until))).toBeLessThanOrEqual(Date.now());
});

describe('only-what-changed: Rows to Decide', () => {
	const decide = (...changed: object[]) =>
		runCode('only-what-changed', 'Rows to Decide', {
			'': itemsOf(changed.map((each) => ({ ...each }))),
			'Failed Rows': itemsOf([{}]),
		});
	const [older, newer] = ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];

	test.each([
		['the newest first', [newer, older]],
		['the newest last', [older, newer]],
	])('of two versions of a row, the newer one counts: %s', (_, times) => {
		const rows = times.map((changed_at) => ({ id: 7, member: changed_at === newer, changed_at }));
		expect(decide(...rows)).toMatchObject([{ member: true, changed_at: newer }]);
		expect(decide(...rows)).toHaveLength(1);
	});

	test('two rows of an address, of which one says yes and one no, both fail', () => {
		const rows = [
			{ id: 1, email: 'Ada@example.com', member: 'yes' },
			{ id: 2, email: ' ada@example.com', member: 0 },
			{ id: 3, email: 'ada@example.com', member: '' },
			{ id: 4, email: 'bo@example.com', member: 'no' },
		];
		const decided = decide(...rows);
		expect(decided.map(wayOf)).toEqual(['Neither', 'Neither', 'Neither', 'No']);
		expect(decided.map(({ conflict }) => conflict)).toEqual([true, true, undefined, undefined]);
		const [result] = newestChange(
			decided.slice(0, 1).map((row) => ({ ...row, row_key: 'Ada@example.com' })),
			decided.slice(0, 1),
		);
		expect(result?.error).toMatch(/^Ada@example\.com: one row says yes .* another one no$/);
		// The stored row is the one of the CRM: the next run compares it again.
		expect(result?.row).not.toContain('conflict');
	});

	test('two rows that say the same are no conflict', () => {
		const rows = [1, 2].map((id) => ({ id, email: 'ada@example.com', member: 'yes' }));
		expect(decide(...rows).map(wayOf)).toEqual(['Yes', 'Yes']);
	});
});

describe('only-what-changed: a row that fails', () => {
	const TODAY = '2026-01-01';
	const key = 'half@@example.com';
	const failing = { email: key, row_key: key, error: 'No usable address' };
	const good = { email: 'a@example.com', row_key: 'a@example.com', outcome: 'granted' };
	const row = { email: key, member: 'yes', changed_at: '2026-01-02' };
	const stored = (told_on: string) => [{ row_key: key, row: JSON.stringify(row), told_on }];

	test('is kept as a text, and reported with the other rows', () => {
		const [failed, other] = newestChange([failing, good], [row, ...ROWS]);
		expect(failed).toMatchObject({
			told_on: TODAY,
			isReported: true,
			wasFailed: false,
			row: JSON.stringify(row),
		});
		expect(other).toMatchObject({ isReported: true, wasFailed: false });
	});

	test.each([
		['2025-12-31', [true, true]],
		[TODAY, [false, false]],
	])('and was reported on %s, is reported: %j', (day, reported) => {
		const output = newestChange([failing, good], ROWS, stored(day));
		expect(output.map(({ isReported }) => isReported)).toEqual(reported);
	});

	test('is not reported a second time when another one fails', () => {
		const other = { email: 'b@example.com', row_key: 'b@example.com', error: 'Refused' };
		const output = newestChange([failing, good, other], ROWS, stored(TODAY));
		expect(output.map(({ isReported }) => isReported)).toEqual([false, true, true]);
	});

	test('is forgotten when it succeeds', () => {
		const settled = { ...failing, error: undefined, outcome: 'granted' };
		expect(newestChange([settled, good], ROWS, stored(TODAY))).toMatchObject([
			{ wasFailed: true },
			{ wasFailed: false },
		]);
	});

	test('is tried again, until its new version comes', () => {
		const decide = (...changed: object[]) =>
			runCode('only-what-changed', 'Rows to Decide', {
				'': itemsOf(changed.map((each) => ({ ...each }))),
				'Failed Rows': itemsOf(stored(TODAY)),
			});
		expect(decide({})).toEqual([{ ...row, row_key: key }]);
		expect(decide({ email: ' Ada@example.com', id: 7 })).toEqual([
			{ email: ' Ada@example.com', id: 7, row_key: '7' },
			{ ...row, row_key: key },
		]);
		expect(decide({ email: key.toUpperCase(), member: 'no' })).toEqual([
			{ email: key.toUpperCase(), member: 'no', row_key: key },
		]);
		expect(
			runCode('only-what-changed', 'Rows to Decide', {
				'': itemsOf([{}]),
				'Failed Rows': itemsOf([{}]),
			}),
		).toEqual([]);
	});
});

test.each([
	['only-what-changed', 'Only what changed'],
	['sheet-access', 'Access kept in a Google Sheet'],
	['bulk-import', 'Import customers'],
])('%s: each change of access is a row of the log, so that it can be undone', (example, name) => {
	const results = [
		{ outcome: 'granted', email: 'a@example.com', id: 7 },
		{ outcome: 'revoked', email: 'b@example.com', id: 8, revokedPlans: ['free'] },
		{ outcome: 'revoked', email: 'c@example.com', id: 9, reason: 'expired' },
		{ outcome: 'unchanged', email: 'd@example.com', id: 10 },
		{ outcome: 'wouldGrant', email: 'f@example.com' },
		{ error: 'Refused', email: 'e@example.com' },
	].map((result) => ({ ...result, product: '101' }));
	const rows = runCodeNode(nodeOf(example, 'Rows for the Log'), {
		...contextOf({ '': itemsOf(results) }),
		$: () => ({ params: { product: { value: '101' } } }),
		$execution: { id: 9 },
		$workflow: { name },
	});
	const by = `by ${name}`;
	const row = { run: '9', product: '101', undoes: null, undone_by: '' };
	expect(rows).toMatchObject([
		{ ...row, outcome: 'granted', email: 'a@example.com', customer_id: 7, reason: by },
		{ ...row, outcome: 'revoked', customer_id: 8, reason: `free access. ${by}` },
		{ ...row, outcome: 'revoked', customer_id: 9, reason: `expired. ${by}` },
	]);
	expect(rows).toHaveLength(3);
});

test.each([
	// A CRM can show a change later than it was made: the runs overlap by ten minutes.
	['after a run', { changed_until: '2026-01-02T00:00:00.000Z' }, '2026-01-01T23:50:00.000Z'],
	['at first', {}, 'a week ago'],
])('only-what-changed: %s, rows are read since %j', (_, lastRun, since) => {
	const $now = { minus: () => ({ toISO: () => 'a week ago' }) };
	const context = { ...contextOf({ '': itemsOf([lastRun]) }), $now };
	expect(editFields(nodeOf('only-what-changed', 'Changed Since'), context).since).toBe(since);
});

/** Returns the way that a row takes after *Should Have Access?*. */
const wayOf = (json: Record<string, unknown>) => {
	const params = { options: { neverRevoke: 'press@example.org, @staff.example.com' } };
	const context = { ...contextOf({ '': itemsOf([json]) }), $: () => ({ params }) };
	const { rules } = rulesSchema.parse(
		nodeOf('only-what-changed', 'Should Have Access?').parameters,
	);
	return (
		rules.values.find(({ conditions: { conditions } }) =>
			evaluate(conditions[0].leftValue, context),
		)?.outputKey ?? 'Neither'
	);
};

const rulesSchema = z.object({
	rules: z.object({
		values: z.array(
			z.object({
				conditions: z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) }),
				outputKey: z.string(),
			}),
		),
	}),
});

test.each([
	[true, 'Yes'],
	['Yes ', 'Yes'],
	[1, 'Yes'],
	[false, 'No'],
	['NO', 'No'],
	['0', 'No'],
	['', 'Neither'],
	[null, 'Neither'],
	['maybe', 'Neither'],
	['gekündigt', 'Neither'],
	['yes\u200B', 'Yes'],
	['\uFEFFno', 'No'],
])('only-what-changed: %j in the column member decides %s', (member, way) => {
	expect(wayOf({ email: 'ada@example.com', member })).toBe(way);
});

test.each([
	['press@example.org', 'Never Revoke'],
	[' Press@Example.org', 'Never Revoke'],
	['\u200Bpress@example.org\u00A0', 'Never Revoke'],
	["'press@example.org'", 'Never Revoke'],
	['bo@staff.example.com', 'Never Revoke'],
	['xpress@example.org', 'No'],
	['bo@otherstaff.example.com', 'No'],
	[7, 'No'],
])('only-what-changed: %j, who should lose access, goes by %s', (email, way) => {
	expect(wayOf({ email, member: 'no' })).toBe(way);
});

test('only-what-changed: a word that decides nothing fails its row, and a blank cell none', () => {
	const rows = ['', 'maybe', 'no'].map((member, n) => ({ email: `c${n}@example.com`, member }));
	expect(newestChange(rows, rows)).toMatchObject([
		{ email: 'c0@example.com', outcome: 'without a decision, because the cell is blank' },
		{
			email: 'c1@example.com',
			error: 'c1@example.com: "maybe" in the column member is neither yes nor no',
		},
		{ email: 'c2@example.com', outcome: 'kept by Never Revoke' },
	]);
});
