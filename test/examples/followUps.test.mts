// Runs the Code nodes of *Only what changed* and *When a workflow fails*.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
	conditionsSchema,
	contextOf,
	editFields,
	evaluate,
	itemsOf,
	nodeOf,
	runCode,
	runCodeNode,
} from './evaluate.mts';

// --- Only what changed

const ROWS = [
	{ email: 'b@example.com', changed_at: '2026-01-03T00:00:00.000Z' },
	{ email: 'a@example.com', changed_at: '2026-01-02T00:00:00.000Z' },
];

test.each([
	['the newest row', [{ outcome: 'granted' }, { outcome: 'unchanged' }], ROWS[0]?.changed_at],
	['nothing if a row failed', [{ outcome: 'granted' }, { error: 'Row 2: no address' }], ''],
])('only-what-changed: the time to go on from is that of %s', (_, results, changedUntil) => {
	const before = { '': itemsOf(results), 'Changed Rows of the CRM': itemsOf(ROWS) };
	const output = runCode('only-what-changed', 'Newest Change', before);
	expect(output).toEqual(results.map((result) => ({ ...result, changed_until: changedUntil })));
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
])('only-what-changed: %j in the column member decides %s', (member, way) => {
	expect(wayOf({ email: 'ada@example.com', member })).toBe(way);
});

test.each([
	['press@example.org', 'Never Revoke'],
	[' Press@Example.org', 'Never Revoke'],
	['bo@staff.example.com', 'Never Revoke'],
	['xpress@example.org', 'No'],
	['bo@otherstaff.example.com', 'No'],
	[7, 'No'],
])('only-what-changed: %j, who should lose access, goes by %s', (email, way) => {
	expect(wayOf({ email, member: 'no' })).toBe(way);
});

test('only-what-changed: a word that decides nothing fails its row, and a blank cell none', () => {
	const rows = ['', 'maybe', 'no'].map((member, n) => ({ email: `c${n}@example.com`, member }));
	const before = { '': itemsOf(rows), 'Changed Rows of the CRM': itemsOf(ROWS) };
	expect(runCode('only-what-changed', 'Newest Change', before)).toEqual([
		{
			email: 'c0@example.com',
			outcome: 'without a decision, because the cell is blank',
			changed_until: '',
		},
		{
			email: 'c1@example.com',
			error: 'c1@example.com: "maybe" in the column member is neither yes nor no',
			changed_until: '',
		},
		{ email: 'c2@example.com', outcome: 'kept by Never Revoke', changed_until: '' },
	]);
});

// --- When a workflow fails

describe('when-a-workflow-fails: What Failed', () => {
	const workflow = { id: 'w1', name: 'Nightly reconciliation' };
	const error = { message: 'The service refused the API key', description: 'Check the key.' };
	const execution = { error, lastNodeExecuted: 'Sync Access', url: 'https://n8n.example/1' };

	/** Returns what is posted about these failures, one execution of the error workflow after the other. */
	const posted = (failures: object[], seen: Record<string, number> = {}) =>
		failures.flatMap((failure) =>
			runCodeNode(nodeOf('when-a-workflow-fails', 'What Failed'), {
				...contextOf({ '': itemsOf([{ ...failure }]) }),
				$getWorkflowStaticData: () => seen,
			}),
		);

	test('says what happened, what to do and where', () => {
		expect(posted([{ workflow, execution }])).toEqual([
			{
				...{ workflow: workflow.name, step: 'Sync Access', happened: error.message },
				...{ toDo: 'Check the key.', link: execution.url },
			},
		]);
	});

	test('has no gap where n8n says less', () => {
		expect(posted([{ workflow, trigger: { error: { message: 'Forbidden' } } }])).toEqual([
			expect.objectContaining({
				step: 'its trigger',
				toDo: expect.stringMatching(/trigger/),
				link: '',
			}),
		]);
		const [bare] = posted([{ workflow, execution: { ...execution, error: {} } }]);
		expect(bare).toMatchObject({ happened: expect.any(String), toDo: expect.any(String) });
	});

	test('posts the same failure once an hour, and every other one at once', () => {
		const other = { ...execution, error: { message: 'Row 5 has no address' } };
		const failures = [
			{ workflow, execution },
			{ workflow, execution },
		];
		expect(posted(failures)).toHaveLength(1);
		expect(posted([...failures, { workflow, execution: other }])).toHaveLength(2);
		expect(posted([...failures, { workflow: { id: 'w2' }, execution }])).toHaveLength(2);
		const anHourAgo = { [`w1 ${error.message}`]: Date.now() - 3_600_001 };
		expect(posted([{ workflow, execution }], anHourAgo)).toHaveLength(1);
		expect(Object.keys(anHourAgo)).toHaveLength(1);
	});

	test('a failure that a workflow has reported itself is not posted again', () => {
		const reported = { error: { message: 'Already reported: 2 rows failed.' } };
		expect(posted([{ workflow, execution: reported }])).toEqual([]);
	});
});

// --- A ticket comes in

test.each([
	[
		{ hasAccess: true, reason: 'enabled', name: 'Ada' },
		{ access: 'yes', reason: 'enabled' },
	],
	[
		{ hasAccess: false, reason: 'unknownCustomer' },
		{ access: 'no', reason: 'unknownCustomer', name: 'not a customer' },
	],
	[
		{ error: 'No address', message: 'Enter one' },
		{ access: 'could not be checked', name: 'could not be checked' },
	],
	[
		{ id: 7, hasAccess: true, plan: 'free', name: '' },
		{ access: 'yes', reason: 'free', name: 'no name' },
	],
])('who-is-this: the note about %j says %j', (json, said) => {
	const tickets = itemsOf([{ ticket: 1, email: 'ada@example.com' }]);
	const before = { '': itemsOf([json]), 'Tickets from the Help Desk': tickets };
	const fields = editFields(nodeOf('who-is-this', 'Who It Is'), contextOf(before));
	expect(fields).toMatchObject({ email: 'ada@example.com', ...said });
});

test('who-is-this: no made-up ticket gets a note, so that none is written into a real one', () => {
	const tickets = runCode('who-is-this', 'Tickets from the Help Desk', {});
	expect(tickets.length).toBeGreaterThan(2);
	const { conditions } = nodeOf('who-is-this', 'Has a Ticket ID?').parameters;
	const condition = conditionsSchema.parse({ conditions }).conditions.conditions[0].leftValue;
	const isNoted = (ticket: object) =>
		evaluate(condition, contextOf({ 'Tickets from the Help Desk': itemsOf([{ ...ticket }]) }));
	expect(tickets.map(isNoted)).toEqual(tickets.map(() => false));
	expect(isNoted({ ticket: 1 })).toBe(true);
});
