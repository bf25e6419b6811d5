// Runs the JavaScript of the examples' Code nodes with made-up input.
import { describe, expect, test } from 'vitest';

import type { AccessOutcome } from '../../nodes/Customer/access/plan.ts';
import { itemsOf, runCode, type Item } from './evaluate.mts';

/** The outcomes of Sync Access: the compiler asks for those that the operation gets later. */
const ACCESS_OUTCOMES: Record<AccessOutcome, boolean> & Record<string, boolean> = {
	...{ created: true, granted: true, updated: true, revoked: true, unchanged: true },
	...{ wouldCreate: true, wouldGrant: true, wouldUpdate: true, wouldRevoke: true },
	...{ postponed: true, unknownCustomer: true, unclear: true },
};

describe.each(['nightly-reconciliation', 'sheet-access'])('%s: Write the Summary', (example) => {
	const summary = (...records: Array<Record<string, unknown>>) =>
		runCode(example, 'Write the Summary', { '': itemsOf(records) })[0]?.text;

	test('counts by outcome, names three, and escapes text from outside', () => {
		const granted = ['<b>@example.com', 'b@example.com', 'c@example.com', 'd@example.com'].map(
			(email) => ({ email, outcome: 'granted' }),
		);
		const failed = {
			name: 'Nobody',
			outcome: 'a column',
			error: 'Row 5: <none>',
			message: 'Fix it.',
		};
		expect(summary(...granted, failed)).toBe(
			':arrows_counterclockwise: *Sync Access*\n' +
				'4 granted access (&lt;b>@example.com, b@example.com, c@example.com, …)\n' +
				':warning: Row 5: &lt;none>. Fix it.',
		);
	});

	test.each(Object.keys(ACCESS_OUTCOMES))('names the outcome %s', (outcome) => {
		const text = String(summary({ outcome, email: 'ada@example.com' }));
		expect(text).toMatch(/^1 .{5,} \(ada@example\.com\)$/m);
		expect(text).not.toContain('No changes');
	});

	test('names an outcome that it does not know', () => {
		expect(summary({ outcome: 'brandNew', email: 'ada@example.com' })).toContain('1 brandNew (ada');
	});

	test('shows both spellings of an unclear address', () => {
		const unclear = { outcome: 'unclear', email: 'ada@example.com', similarTo: "'ada@example.com" };
		expect(summary(unclear)).toContain("(ada@example.com is similar to 'ada@example.com)");
	});

	test('lists ten failures and the number of further ones', () => {
		const failures = Array.from({ length: 12 }, (_, index) => ({ error: `Row ${index + 1}` }));
		const lines = String(summary(...failures)).split('\n');
		expect(lines.slice(1, 3)).toEqual(['No changes', ':warning: Row 1']);
		expect(lines).toHaveLength(13);
		expect(lines.at(-1)).toBe(':warning: 2 more failed');
	});
});

test('sheet-playlist: Write the Summary names three titles, IDs for missing titles, and failures', () => {
	const records = [
		{ outcome: 'moved', id: 1, title: '<One>' },
		...[2, 3, 4].map((id) => ({ outcome: 'wouldAdd', id })),
		...[5, 6, 7, 8].map((id) => ({ outcome: 'wouldAdd', id, title: `T${id}` })),
		{ error: 'Row 9: none', message: 'Fix it.' },
	];
	const run = (given: Array<Record<string, unknown>>) =>
		runCode('sheet-playlist', 'Write the Summary', { '': itemsOf(given) })[0]?.text;
	expect(run(records)).toBe(
		':test_tube: *Dry run: nothing was changed*\n' +
			'1 moved (&lt;One>)\n' +
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
			'Number the Rows': itemsOf(rows.map((row, index) => ({ row: index + 2, ...row }))),
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
		['a title that belongs to another key', { import_key: 'k2' }, 'created'],
	])('%s', (_, metadata, action) => {
		const there = metadata && { videos: [{ ...VIDEO, metadata }] };
		expect(plan([ROW], there)[0]).toMatchObject({ action, problem: '' });
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
	const [told] = runCode('privacy-request', 'Put It Together', {
		'Find the Customer': itemsOf([{ id: 1, email: 'A@x.example', browse_url: 'https://secret' }]),
		Watching: itemsOf([{}]),
		Watchlist: itemsOf([{ error: 'Forbidden' }]),
		'All Videos': itemsOf([{ id: 3, title: 'Three' }, { id: 6 }, { id: 7, title: 'Seven' }]),
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
	expect(JSON.stringify(told)).not.toContain('https://secret');
	expect(told).toMatchObject({
		watching: [],
		watchlist: [],
		comments: [{ id: 5, content: 'mine' }],
		reasonsForLeaving: [{ user_email: 'a@X.example' }],
		notRead: [
			'watchlist: Forbidden',
			'comments on video 6: Too slow',
			'comments on Seven: Too slow',
		],
	});
});

test('privacy-request: only the videos are reported as unread when they cannot be read', () => {
	const [told] = runCode('privacy-request', 'Put It Together', {
		'Find the Customer': itemsOf([{ id: 1, email: 'a@x.example' }]),
		'All Videos': itemsOf([{ error: 'Forbidden' }]),
		'Comments on Each': [{ json: { error: 'Video is empty' }, pairedItem: { item: 0 } }],
	});
	expect(told).toMatchObject({ notRead: ['videos with comments: Forbidden'] });
});
