// Runs the JavaScript of the examples' Code nodes with made-up input.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { ChangeOutcome } from '../../nodes/Customer/access/plan.ts';
import { Account } from '../nodes/account.mts';
import {
	conditionsSchema,
	contextOf,
	editFields,
	evaluate,
	itemsOf,
	nodeOf,
	passes,
	runCode,
	runCodeNode,
	type Item,
} from './evaluate.mts';

/** The outcomes of Sync Access: the compiler asks for those that the operation gets later. */
const ACCESS_OUTCOMES: Record<ChangeOutcome, boolean> & Record<string, boolean> = {
	created: true,
	granted: true,
	updated: true,
	revoked: true,
	unchanged: true,
	wouldCreate: true,
	wouldGrant: true,
	wouldUpdate: true,
	wouldRevoke: true,
	postponed: true,
	unknownCustomer: true,
	unclear: true,
};

describe('Write the Summary of Sync Access', () => {
	const summary = (...records: Array<Record<string, unknown>>) =>
		String(
			runCode('nightly-reconciliation', 'Write the Summary', { '': itemsOf(records) })[0]?.text,
		);

	test('counts by outcome, names three, and says what failed', () => {
		const granted = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'].map(
			(email) => ({ email, outcome: 'granted' }),
		);
		const failed = {
			name: 'Nobody',
			outcome: 'a column',
			error: 'Row 5: none',
			message: 'Fix it.',
		};
		expect(summary(...granted, failed)).toBe(
			':arrows_counterclockwise: *Sync Access*\n' +
				'4 granted access (a@example.com, b@example.com, c@example.com, …)\n' +
				':warning: Row 5: none. Fix it.',
		);
	});

	test.each(Object.keys(ACCESS_OUTCOMES))('names the outcome %s', (outcome) => {
		const text = summary({ outcome, email: 'ada@example.com' });
		expect(text).toMatch(/^1 .{5,} \(ada@example\.com\)$/m);
		expect(text).not.toContain('No changes');
	});

	test('names an outcome that it does not know', () => {
		expect(summary({ outcome: 'brandNew', email: 'ada@example.com' })).toContain('1 brandNew (ada');
	});

	test.each(['revoked', 'wouldRevoke'])(
		'counts access that had already ended apart: %s',
		(outcome) => {
			const text = summary(
				{ outcome, email: 'ada@example.com', reason: 'expired' },
				{ outcome, email: 'bob@example.com' },
			);
			expect(text).toMatch(/^1 (lost|would lose) access \(bob@example\.com\)$/m);
			expect(text).toMatch(/^1 .*lost access already.* \(ada@example\.com\)$/m);
		},
	);

	test('says first, and once, that a limit would stop the real run', () => {
		const stopped = '8 of 20 would lose access: more than 10%, so nothing would be done.';
		const rows = ['ada', 'bob'].map((name) => ({
			outcome: 'wouldRevoke',
			email: `${name}@example.com`,
			stopped,
		}));
		expect(summary(...rows).split('\n')).toEqual([
			':test_tube: *Dry run: nothing was changed*',
			`:no_entry: A real run would change nothing. ${stopped}`,
			'2 would lose access (ada@example.com, bob@example.com)',
		]);
	});

	test('shows both spellings of an unclear address', () => {
		const unclear = { outcome: 'unclear', email: 'ada@example.com', similarTo: "'ada@example.com" };
		expect(summary(unclear)).toContain("(ada@example.com is similar to 'ada@example.com)");
	});

	test('lists ten failures and the number of further ones', () => {
		const failures = Array.from({ length: 12 }, (_, index) => ({ error: `Row ${index + 1}` }));
		const lines = summary(...failures).split('\n');
		expect(lines.slice(1, 3)).toEqual(['No changes', ':warning: Row 1']);
		expect(lines).toHaveLength(13);
		expect(lines.at(-1)).toBe(':warning: 2 more failed');
	});

	test('a text of several lines cannot pass for a line of the summary', () => {
		const text = summary({ outcome: 'granted', email: 'ada@example.com\n:warning: Row 1' });
		expect(text.split('\n')).toHaveLength(2);
	});

	test('says that nothing was to do', () => {
		expect(summary({})).toContain('\nNo changes: both lists agree.');
	});
});

describe('the rows of the log', () => {
	const rowsOf = (
		example: string,
		records: Array<Record<string, unknown>>,
		answer?: Record<string, unknown>,
	) => {
		const { $, ...before } = contextOf({
			'': itemsOf(records),
			'The Product': itemsOf([{ product: '101' }]),
			'Product and Limits': itemsOf([{ product: '101' }]),
			'Ask the Team': itemsOf(answer ? [{ data: answer }] : []),
		});
		const asking = (name: string) => ({ ...$(name), isExecuted: Boolean(answer) });
		const context = { ...before, $: asking, $execution: { id: 9 } };
		return runCodeNode(nodeOf(example, 'Rows for the Log'), context);
	};

	test.each(['nightly-reconciliation', 'approved-sync'])('%s: one for each outcome', (example) => {
		const rows = rowsOf(example, [
			{ outcome: 'granted', email: 'ada@example.com', id: 7 },
			{ outcome: 'revoked', email: 'bob@example.com', id: 8, reason: 'expired' },
			{ outcome: 'revoked', email: 'cy@example.com', id: 9, revokedPlans: ['free'] },
			{ error: 'Row 3: none', message: 'Fix it.', email: 'half@' },
		]);
		const row = { run: '9', product: '101', undoes: null, undone_by: '' };
		expect(rows).toMatchObject([
			{ ...row, outcome: 'granted', email: 'ada@example.com', customer_id: 7, reason: '' },
			{ ...row, outcome: 'revoked', customer_id: 8, reason: 'expired' },
			{ ...row, outcome: 'revoked', customer_id: 9, reason: 'free access' },
			{ ...row, outcome: 'failed', customer_id: null, reason: 'Row 3: none. Fix it.' },
		]);
		expect(rowsOf(example, [{}])).toMatchObject([{ ...row, outcome: 'nothing to do' }]);
	});

	test.each([
		[{ approved: true, responder: { name: 'ada' } }, 'approved by ada'],
		[{ approved: true }, 'approved by the channel'],
		[undefined, ''],
	])('approved-sync: after the answer %j, the reason is %j', (answer, reason) => {
		const record = { outcome: 'granted', email: 'ada@example.com', id: 7 };
		expect(rowsOf('approved-sync', [record], answer)).toMatchObject([{ reason }]);
	});
});

describe('approved-sync: the question to the team', () => {
	const ask = (records: Array<Record<string, unknown>>, isDry = false) => {
		const before = contextOf({
			'': itemsOf(records),
			'Product and Limits': itemsOf([{ may_revoke: 0, may_create: 0, dry_run: isDry }]),
		});
		const [asked = {}] = runCodeNode(nodeOf('approved-sync', 'What Would Change'), before);
		const [safe = {}] = runCode('approved-sync', 'Make Texts Safe', { '': itemsOf([asked]) });
		const { message } = nodeOf('approved-sync', 'Ask the Team').parameters;
		const context = { ...contextOf({ '': itemsOf([safe]) }), $execution: { id: 9 } };
		return String(evaluate(String(message), context));
	};

	test.each(['unclear', 'postponed', 'unknownCustomer', 'wouldUpdate', 'brandNew'])(
		'names the outcome %s',
		(outcome) => {
			const message = ask([{ outcome, email: '<b>@x.example' }]);
			expect(message).toMatch(/^\*1 .{5,}:\* &amp;lt;b>@x\.example$/m);
		},
	);

	test('says what its buttons do, also while nothing is changed', () => {
		const change = [{ outcome: 'wouldRevoke', email: 'ada@example.com' }];
		expect(ask(change)).toContain('Approve makes exactly these changes. Decline makes none.');
		const dry = ask(change, true);
		expect(dry).toContain('This is a dry run: Approve changes nothing');
		expect(dry).not.toContain('exactly these changes');
		const { approvalOptions } = nodeOf('approved-sync', 'Ask the Team').parameters;
		expect(approvalOptions).toMatchObject({
			values: { approveLabel: 'Approve', disapproveLabel: 'Decline' },
		});
	});

	test('fits into a message of Slack if every sign of the addresses is escaped', () => {
		const many = Array.from({ length: 3000 }, (_, index) => ({
			outcome: Object.keys(ACCESS_OUTCOMES)[index % 12],
			email: `${'&'.repeat(30)}${index}@example.com`,
		}));
		expect(ask(many).replaceAll('&amp;amp;', '&amp;').length).toBeLessThan(3000);
	});

	test('fits into a message of Slack, whatever the number of customers and outcomes', () => {
		const many = Array.from({ length: 3000 }, (_, index) => ({
			outcome: Object.keys(ACCESS_OUTCOMES)[index % 12],
			email: `&<customer.with.a.long.address.${index}>@example.com`,
		}));
		const posted = ask(many).replaceAll('&amp;', '&');
		expect(posted.length).toBeLessThan(3000);
		expect(posted).toContain('would lose access (limit 0):*');
		expect(posted).toContain('Approve makes exactly these changes.');
	});
});

test('undo-a-run: access that had ended before the run is not given back', () => {
	const row = { run: '5', product: '101', customer_id: 7, email: 'ada@example.com', undone_by: '' };
	const plan = (reason: string | null) =>
		runCode('undo-a-run', 'Plan the Undo', {
			'Undo Form': itemsOf([{ 'Number of the run': '5' }]),
			'Rows of the Run': itemsOf([{ ...row, id: 1, outcome: 'revoked', reason }]),
			'Rows Since Then': [],
		})[0];
	for (const reason of ['expired', 'cancelled. approved by ada'])
		expect(plan(reason)).toMatchObject({ action: 'none', why: expect.stringContaining('ended') });
	for (const reason of [null, '', 'approved by ada'])
		expect(plan(reason)).toMatchObject({ action: 'grant', why: '', plan: '' });
	for (const reason of ['free access', 'free access. approved by ada'])
		expect(plan(reason)).toMatchObject({ action: 'grant', plan: 'free' });
	const { additionalFields } = nodeOf('undo-a-run', 'Grant Access').parameters;
	expect(additionalFields).toEqual({ plan: '={{ $json.plan }}' });
});

describe('undo-a-run', () => {
	/** Returns the rows for the log and the summary, of what became of customers whom a run had given access or not. */
	const undo = (...results: Array<Record<string, unknown> & { action: string }>) => {
		const plans = results.map(({ action }, index) => ({
			action,
			undoes: index,
			email: `${action}.${index}@example.com`,
			customer_id: index,
		}));
		const context = { ...contextOf({ '': itemsOf(results) }), $execution: { id: 9 } };
		const itemMatching = (index: number) => ({ json: plans[index] });
		const outcomes = runCodeNode(nodeOf('undo-a-run', 'Outcomes'), {
			...context,
			$: () => ({ itemMatching }),
		});
		const form = itemsOf([{ 'Number of the run': '5', 'What to do': 'Undo it' }]);
		const before = {
			'Undo Form': form,
			Outcomes: itemsOf(outcomes),
			'All Results': itemsOf(results),
		};
		const [summary] = runCodeNode(nodeOf('undo-a-run', 'Write the Undo Summary'), {
			...contextOf(before),
			$execution: { id: 9 },
		});
		return { outcomes, text: String(summary?.text) };
	};

	test('an unchanged customer already had, or no longer had, the access', () => {
		const { text } = undo(
			{ action: 'grant', outcome: 'unchanged' },
			{ action: 'revoke', outcome: 'unchanged' },
			{ action: 'revoke', outcome: 'unchanged', reason: 'unknownCustomer' },
		);
		expect(text).toContain('\n1 already had access (grant.0@example.com)\n');
		expect(text).toContain(
			'\n2 no longer had access (revoke.1@example.com, revoke.2@example.com)\n',
		);
	});

	test('the summary names the limit that would stop the undo', () => {
		const stopped = '8 of 20 would lose access: more than 10%, so nothing would be done.';
		const { text } = undo({ action: 'revoke', outcome: 'wouldRevoke', stopped });
		expect(text.split('\n')[1]).toBe(`:no_entry: A real undo would revoke nothing. ${stopped}`);
	});

	test('free access that the undo ends is free in the log', () => {
		const { outcomes } = undo({ action: 'revoke', outcome: 'revoked', revokedPlans: ['free'] });
		expect(outcomes).toMatchObject([{ reason: 'free access' }]);
	});

	test.each(Object.keys(ACCESS_OUTCOMES))('the summary names the outcome %s', (outcome) => {
		const { text } = undo({ action: 'grant', outcome });
		expect(text).toMatch(/^1 .{5,} \(grant\.0@example\.com\)$/m);
	});

	test('the summary names an outcome that it does not know', () => {
		expect(undo({ action: 'grant', outcome: 'brandNew' }).text).toContain('1 brandNew (grant.0');
	});

	test.each([
		['granted', true],
		['revoked', true],
		['unchanged', true],
		['failed', false],
		['postponed', false],
		['unclear', false],
	])('a row whose undo was %s is marked as undone: %s', (outcome, isMarked) => {
		const { columns } = nodeOf('undo-a-run', 'Mark as Undone').parameters;
		const { undone_by } = z
			.object({ value: z.object({ undone_by: z.string() }) })
			.parse(columns).value;
		const marked = evaluate(undone_by, contextOf({ '': itemsOf([{ outcome, run: '9' }]) }));
		expect(marked).toBe(isMarked ? '9' : '');
	});
});

test('sheet-playlist: Write the Playlist Summary names three titles, IDs for missing titles, and failures', () => {
	const records = [
		{ outcome: 'moved', id: 1, title: 'One' },
		...[2, 3, 4].map((id) => ({ outcome: 'wouldAdd', id, ...(id === 3 && { title: '' }) })),
		...[5, 6, 7, 8].map((id) => ({ outcome: 'wouldAdd', id, title: `T${id}` })),
		{ error: 'Row 9: none', message: 'Fix it.' },
	];
	const run = (records: Array<Record<string, unknown>>) =>
		runCode('sheet-playlist', 'Write the Playlist Summary', { '': itemsOf(records) })[0]?.text;
	expect(run(records)).toBe(
		':test_tube: *Dry run: nothing was changed*\n' +
			'1 moved (One)\n' +
			'7 would be added (video 2, video 3, video 4, …)\n' +
			':warning: Row 9: none. Fix it.',
	);
	expect(run([{}])).toContain('No changes: the playlist matches the sheet.');
	expect(run([{ error: 'Row 9: none' }])).toContain('\nNo changes\n:warning: Row 9: none');
});

describe('catalog-import: Plan the Rows', () => {
	const ROW = { key: 'k1', title: 'One', description: '', plans: 'standard', collection: '' };
	const plan = (
		rows: Array<Record<string, unknown>>,
		there: { videos?: Array<Record<string, unknown>>; items?: Item[] } = {},
	) =>
		runCode('catalog-import', 'Plan the Rows', {
			'Read the Columns': itemsOf(
				runCode('catalog-import', 'Read the Columns', { '': itemsOf(rows) }),
			),
			Videos: itemsOf(there.videos ?? [{}]),
			Collections: itemsOf([
				{ id: 7, name: 'Featured' },
				{ id: 8, name: 'Twice' },
				{ id: 9, name: 'Twice' },
			]),
			'Collections in Use': itemsOf([{ id: 7, name: 'Featured' }]),
			Items: there.items ?? [],
		});
	const VIDEO = { id: 5, title: 'One', description: null, plans: ['standard'] };

	test.each([
		['a video that is new', undefined, 'created'],
		['a video that has the key', { import_key: 'k1' }, 'unchanged'],
		['a video with the title and no key', {}, 'updated'],
	])('%s', (_, metadata, action) => {
		const there = metadata && { videos: [{ ...VIDEO, metadata }] };
		expect(plan([ROW], there)[0]).toMatchObject({ action, problem: '' });
	});

	test.each(['4.00E+12', 'Mar 01', '7'])(
		'the key %j beside a title with another key fails',
		(key) => {
			const videos = [{ ...VIDEO, metadata: { import_key: '007' } }];
			const [row] = plan([{ ...ROW, key }], { videos });
			expect(row).toMatchObject({ action: 'failed', add: false });
			expect(row?.problem).toContain(`"${key}"`);
			expect(row?.problem).toContain('"007"');
		},
	);

	test.each(['4.00E+12', '#N/A', '#REF!', '#NAME?', '#DIV/0!', '#ÜBERLAUF!'])(
		'the key %j, of an error or of a number that Excel has shortened, makes no video',
		(key) => {
			const [row] = plan([{ ...ROW, key }]);
			expect(row).toMatchObject({ action: 'failed', add: false });
			expect(row?.problem).toContain(`"${key}" is no key`);
		},
	);

	test.each(['#1', '#dune', 'E+12', '1E', '1.5'])('the key %j is one', (key) => {
		expect(plan([{ ...ROW, key }])[0]).toMatchObject({ action: 'created', problem: '' });
	});

	test('a damaged key is found beside a title in other capitals and blanks', () => {
		const videos = [{ ...VIDEO, title: 'One  Film', metadata: { import_key: '007' } }];
		const [row] = plan([{ ...ROW, key: '7', title: 'ONE FILM' }], { videos });
		expect(row?.problem).toContain('"007"');
	});

	test('accents apart from their letters are the same key and the same title', () => {
		const videos = [{ ...VIDEO, title: 'Café', metadata: { import_key: 'é1' } }];
		const row = { ...ROW, key: 'e\u03011', title: 'Cafe\u0301' };
		expect(plan([row], { videos })[0]).toMatchObject({ action: 'unchanged', key: 'é1' });
	});

	test.each([
		[2024, 2024],
		[' 2024 ', 2024],
		['', undefined],
	])('the year %j is stored as %j', (year, expected) => {
		const [row] = plan([{ ...ROW, year }]);
		expect(row).toMatchObject({ action: 'created' });
		expect(z.looseObject({}).parse(row?.metadata).year).toBe(expected);
	});

	test.each(['1999/2000', '2,024', 'MMXX', '#N/A'])('the year %j is not left out', (year) => {
		const [row] = plan([{ ...ROW, year }]);
		expect(row).toMatchObject({ action: 'failed' });
		expect(row?.problem).toContain(`"${year}"`);
	});

	test('a title that stands under the key of another row is a second video', () => {
		const videos = [{ ...VIDEO, metadata: { import_key: 'k2' } }];
		const planned = plan([ROW, { ...ROW, key: 'k2' }], { videos });
		expect(planned).toMatchObject([{ action: 'created' }, { action: 'unchanged' }]);
	});

	test('a blank description leaves that of the video', () => {
		const videos = [{ ...VIDEO, description: 'Kept.', metadata: { import_key: 'k1' } }];
		expect(plan([ROW], { videos })[0]).toMatchObject({ action: 'unchanged', description: 'Kept.' });
	});

	test.each(['k1\u200B', ' k1 ', '\uFEFFk1'])('the key %j is k1', (key) => {
		const videos = [{ ...VIDEO, metadata: { import_key: 'k1' } }];
		expect(plan([{ ...ROW, key }], { videos })[0]).toMatchObject({ action: 'unchanged' });
	});

	test('a row whose collection name exists twice is reported', () => {
		const [row] = plan([{ ...ROW, collection: 'Twice' }]);
		expect(row).toMatchObject({ action: 'failed', add: false });
		expect(row?.problem).toMatch(/.{15,}/);
	});

	test('a row fails when several videos match it', () => {
		const videos = [VIDEO, { ...VIDEO, id: 6 }].map((video) => ({ ...video, metadata: {} }));
		expect(plan([ROW], { videos })[0]).toMatchObject({ action: 'failed' });
	});

	test('a row fails when the items of its collection could not be read', () => {
		const items = [{ json: { error: 'Forbidden' }, pairedItem: { item: 0 } }];
		expect(plan([{ ...ROW, collection: 'Featured' }], { items })[0]).toMatchObject({
			action: 'failed',
		});
	});

	test.each([
		['Standard', ['standard']],
		['FREE; public', ['free', 'public']],
		['["standard","Free"]', ['standard', 'free']],
		['standard, Standard', ['standard']],
		[
			['Public', ' free '],
			['public', 'free'],
		],
	])('the plans %j are %j', (plans, expected) => {
		expect(plan([{ ...ROW, plans }])[0]).toMatchObject({ action: 'created', plans: expected });
	});

	test('a row with an unknown plan is reported', () => {
		const [row] = plan([{ ...ROW, plans: 'standard, premium' }]);
		expect(row).toMatchObject({ action: 'failed' });
		expect(row?.problem).toContain('"premium"');
	});

	describe('of two rows with the title of one video without a key', () => {
		const rows = ['k1', 'k2'].map((key) => ({ ...ROW, key }));

		test('neither overwrites the video, and both say what to do', () => {
			const planned = plan(rows, { videos: [{ ...VIDEO, metadata: {} }] });
			for (const row of planned) {
				expect(row).toMatchObject({ action: 'failed', add: false });
				expect(row.problem).toMatch(/^Several rows \(2, 3\) .*video 5.*metadata/);
			}
		});

		test('the other one gets the video if a video has the key of the first', () => {
			const videos = [
				{ ...VIDEO, metadata: {} },
				{ ...VIDEO, id: 6, metadata: { import_key: 'k1' } },
			];
			expect(plan(rows, { videos })).toMatchObject([
				{ action: 'unchanged', id: 6 },
				{ action: 'updated', id: 5 },
			]);
		});

		test('a row that repeats the key of the first fails alone', () => {
			const planned = plan([ROW, ROW], { videos: [{ ...VIDEO, metadata: {} }] });
			expect(planned.map(({ action }) => action)).toEqual(['updated', 'failed']);
		});
	});

	test('existing metadata is kept, metadata generated by the service is not sent', () => {
		const metadata = { import_key: 'k1', series_name: 'Tides', mood: 'calm', still: { small: '' } };
		const [row] = plan([{ ...ROW, year: '2024' }], { videos: [{ ...VIDEO, metadata }] });
		expect(row).toMatchObject({
			action: 'updated',
			metadata: { import_key: 'k1', mood: 'calm', year: 2024 },
		});
		expect(Object.keys(row?.metadata ?? {})).not.toContain('still');
	});
});

test('privacy-request: the file leaves out the sign-in link and names what could not be read', () => {
	const [file] = runCode('privacy-request', 'Put It Together', {
		'Find the Customer': itemsOf([{ id: 1, email: 'A@x.example', browse_url: 'https://secret' }]),
		Watching: itemsOf([{}]),
		Watchlist: itemsOf([{ error: 'Forbidden' }]),
		'All Videos': itemsOf([
			{ id: 3, title: 'Three' },
			{ id: 6, title: '' },
			{ id: 7, title: 'Seven' },
		]),
		'Comments on Each': [
			...itemsOf([
				{
					id: 4,
					content: 'other',
					customer: { id: 2 },
					comments: [{ id: 5, content: 'mine', customer: { id: '1' } }],
				},
				{},
			]),
			{ json: { error: 'Too slow' }, pairedItem: { item: 1 } },
			{ json: { error: 'Too slow' }, pairedItem: { item: 2 } },
		],
		'Why People Left': itemsOf([{ user_email: 'a@X.example' }, { user_email: 'b@x.example' }]),
	});
	expect(JSON.stringify(file)).not.toContain('https://secret');
	expect(file).toMatchObject({
		watching: [],
		watchlist: [],
		comments: [{ id: 5, content: 'mine' }],
		reasonsForLeaving: [{ user_email: 'a@X.example' }],
		couldNotBeRead: [
			'watchlist: Forbidden',
			'comments on video 6: Too slow',
			'comments on Seven: Too slow',
		],
	});
});

test('privacy-request: only the videos are reported as unread when they cannot be read', () => {
	const [file] = runCode('privacy-request', 'Put It Together', {
		'Find the Customer': itemsOf([{ id: 1, email: 'a@x.example' }]),
		'All Videos': itemsOf([{ error: 'Forbidden' }]),
		'Comments on Each': [{ json: { error: 'Video is empty' }, pairedItem: { item: 0 } }],
	});
	expect(file).toMatchObject({ couldNotBeRead: ['videos with comments: Forbidden'] });
});

describe('privacy-request: the reasons for leaving', () => {
	const account = new Account('analytics', {}, { seed: 'believable' });

	/** Returns the file for a customer who gave a reason, and what the report told of that customer. */
	const fileOf = async (options: { perPage?: number } = {}) => {
		const { parameters } = nodeOf('privacy-request', 'Why People Left');
		const set = z.looseObject({ options: z.object({ perPage: z.number() }) }).parse(parameters);
		const { json } = await account.run({ ...parameters, options: { ...set.options, ...options } });
		const reasons = json.filter(({ kind }) => kind === 'customer');
		const [reason = {}] = reasons;
		const { customer_id: id, user_email: email } = reason;
		const [file] = runCode('privacy-request', 'Put It Together', {
			'Find the Customer': itemsOf([{ id, email }]),
			'Why People Left': itemsOf(json),
		});
		return { file, reason, reasons };
	};

	test('are in the file', async () => {
		const { file, reason } = await fileOf();
		expect(reason.message).toMatch(/.{5,}/);
		expect(file).toMatchObject({ reasonsForLeaving: [reason], couldNotBeRead: [] });
	});

	test('are read of everyone, beyond the 50 that a report has by default', () => {
		const { options } = nodeOf('privacy-request', 'Why People Left').parameters;
		expect(options).toMatchObject({ perPage: 10_000 });
	});

	test('are named as incomplete if the report is cut', async () => {
		const { file, reasons } = await fileOf({ perPage: 4 });
		expect(reasons).toHaveLength(4);
		expect(file?.couldNotBeRead).toEqual([
			'reasons for leaving: the report contains only 4 of 9. Raise Maximum Entries in Why People Left.',
		]);
	});
});

describe('weekly-churn-report: the email', () => {
	const account = new Account('analytics', {}, { seed: 'believable' });

	/** Returns the email about a report. */
	function mailAbout(report: Array<Record<string, unknown>>): string {
		const name = 'weekly-churn-report';
		const before = { 'Get the Churn Report': itemsOf(report), '': itemsOf([{ table: '' }]) };
		const counted = runCode(name, 'Count the Customers', before);
		const { html } = nodeOf(name, 'Email the Table').parameters;
		return String(evaluate(String(html), contextOf({ '': itemsOf(counted) })));
	}

	const mailOf = async (options: { perPage?: number } = {}) => {
		const { parameters } = nodeOf('weekly-churn-report', 'Get the Churn Report');
		const set = z.looseObject({ options: z.object({ perPage: z.number() }) }).parse(parameters);
		const { json } = await account.run({ ...parameters, options: { ...set.options, ...options } });
		return mailAbout(json);
	};

	test('counts everyone who gave a reason', async () => {
		const mail = await mailOf();
		expect(mail).toContain(' and gave a reason: 9 customers.');
		expect(mail).not.toContain('only');
	});

	test('has the whole number and says so if the report is cut', async () => {
		const mail = await mailOf({ perPage: 4 });
		expect(mail).toContain(' and gave a reason: 9 customers. The table contains only 4 of them');
		expect(mail).toContain('Maximum Entries');
	});

	test('counts the rows if the report does not contain their number', () => {
		const mail = mailAbout([{ kind: 'customer' }, { kind: 'customer' }, { kind: 'total' }]);
		expect(mail).toContain(' and gave a reason: 2 customers. ');
	});
});

describe('number-alert: Compare', () => {
	const REPORTED = { name: 'paying subscribers', value: '95', percent: 5, error: '' };
	const compare = (number: object, last: object) =>
		runCode('number-alert', 'Compare', {
			'The Number': itemsOf([{ ...REPORTED, ...number }]),
			'': itemsOf([{ ...last }]),
		})[0];

	test.each([
		['a fall by more than the limit', { value: '94' }, { value: 100 }, 'alert'],
		['a fall by the limit', { value: '95' }, { value: 100 }, 'keep'],
		['a rise', { value: '120' }, { value: 100 }, 'keep'],
		['the first value', { value: '95' }, {}, 'keep'],
		['a value that is missing', { value: '' }, { value: 100 }, 'report'],
	])('after %s the next step is right', (_, number, last, next) => {
		expect(compare(number, last)).toMatchObject({ next });
	});

	const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
	const amid = (values: Array<[value: number, age: number]>, number: object) => {
		const rows = values.map(([value, age]) => ({ value, at: days(age) }));
		return runCode('number-alert', 'Compare', {
			'The Number': itemsOf([{ ...REPORTED, ...number }]),
			'': itemsOf(rows),
		})[0];
	};

	test('a fall in small steps is told once, when it passes the limit within a week', () => {
		const week: Array<[number, number]> = [3, 4, 5, 6, 7].map((age) => [100, age]);
		const falling: Array<[number, number]> = [[96, 1], [98, 2], ...week];
		expect(amid(falling, { value: '94' })).toMatchObject({ next: 'alert', last: 100, fall: '6.0' });
		expect(amid([[94, 0], ...falling], { value: '93' })).toMatchObject({ next: 'keep' });
		expect(amid(falling, { value: '95' })).toMatchObject({ next: 'keep' });
	});

	test('a try shows the alert as often as wanted, also before there is a value', () => {
		const number = { value: '100', try_it: ' Yes' };
		const seen = { next: 'alert', shown: 'A try. paying subscribers', last: 100, value: 100 };
		expect(amid([[100, 1]], number)).toMatchObject(seen);
		expect(amid([], number)).toMatchObject(seen);
		expect(amid([[100, 1]], { value: '100', try_it: 'no' })).toMatchObject({ next: 'keep' });
	});

	test.each([
		['no', 'paying subscribers'],
		['yes', 'A try. paying subscribers'],
	])(
		'the alert has both values, the fall, and the day of the last value; a try: %s',
		(try_it, shown) => {
			const compared = compare({ value: '90', try_it }, { value: 100, at: '2026-01-01T08:00:00Z' });
			const safe = runCode('number-alert', 'Make Texts Safe', { '': itemsOf([compared ?? {}]) });
			const { text } = nodeOf('number-alert', 'Alert the Team').parameters;
			expect(evaluate(String(text), contextOf({ '': itemsOf(safe) }))).toBe(
				`:chart_with_downwards_trend: *${shown}: 100 → 90*\n` +
					'That is 10.0% less than on 2026-01-01. Your limit is 5%.',
			);
		},
	);
});

test('catalog-export: Slack lists the day, title and ID of each video, and the failure with its reason', () => {
	const name = 'catalog-export';
	const videos = [
		{ id: 7, title: '<!channel> & Co', available_until: '2026-02-01T00:00:00Z' },
		{ id: 8, title: '', available_until: '2026-02-02T00:00:00Z' },
	];
	const safe = runCode(name, 'Make Texts Safe', { '': itemsOf(videos) });
	const lines = safe.map(
		(json) => editFields(nodeOf(name, 'Line of the List'), contextOf({ '': itemsOf([json]) })).line,
	);
	const { text } = nodeOf(name, 'Post Ending Rights').parameters;
	expect(evaluate(String(text), contextOf({ '': itemsOf([{ lines }]) }))).toBe(
		':hourglass: *Rights that end within 30 days*\n' +
			'• 2026-02-01 &lt;!channel> &amp; Co (7)\n• 2026-02-02 video 8 (8)',
	);
	expect(passes(name, 'Read Successfully?', { error: 'Forbidden' })).toBe(false);
});

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
				workflow: workflow.name,
				step: 'Sync Access',
				happened: error.message,
				toDo: 'Check the key.',
				link: execution.url,
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

	test('posts ten different failures of a workflow in an hour, and says so in the last one', () => {
		const failures = Array.from({ length: 300 }, (_, row) => ({
			workflow,
			execution: { ...execution, error: { message: `Row ${row} has no address` } },
		}));
		const all = posted([...failures, { workflow: { id: 'w2' }, execution }]);
		expect(all).toHaveLength(11);
		expect(all.map(({ toDo }) => /not posted/.test(String(toDo))).lastIndexOf(true)).toBe(9);
	});
});

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

describe('undo-a-run: Write the History', () => {
	const row = {
		email: 'Ada@example.com',
		product: '101',
		run: '7',
		at: '2026-01-02T03:04:00.000Z',
	};
	const history = (...rows: object[]) =>
		runCode('undo-a-run', 'Write the History', {
			'History Form': itemsOf([{ Email: ' ada@example.com ' }]),
			'': itemsOf(rows.map((each) => ({ ...row, ...each }))),
		})[0];

	test('says what changed, when, why and in which run, without markup', () => {
		const found = history(
			{ outcome: 'revoked', reason: '<b>expired</b>. by Only what changed', undone_by: '9' },
			{ outcome: 'granted', run: '5', at: undefined },
			{ outcome: 'unchanged' },
			{ outcome: 'granted', email: 'adaXexample.com' },
		);
		expect(found).toEqual({
			title: 'ada@example.com',
			text:
				'2026-01-02 03:04 UTC: lost access to product 101 (bexpired/b. by Only what changed), in run 7, undone by run 9' +
				'<br>at an unknown time: got access to product 101, in run 5',
		});
	});

	test('says that the log has none, and names fifty', () => {
		expect(history({ outcome: 'unchanged' })?.text).toMatch(/^The log has no change .* ada@/);
		const many = Array.from({ length: 60 }, () => ({ outcome: 'granted' }));
		expect(String(history(...many)?.text).split('<br>')).toHaveLength(51);
		expect(String(history(...many)?.text)).toMatch(/<br>10 earlier changes$/);
	});
});
