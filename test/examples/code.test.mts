// Runs the JavaScript of the examples' Code nodes with made-up input.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

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
} from './evaluate.mts';

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
