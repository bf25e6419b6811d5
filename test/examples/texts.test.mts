// What the examples say to people: in Slack, in emails, and what they take from strangers' texts.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import {
	contextOf,
	editFields,
	evaluate,
	itemsOf,
	nodeOf,
	passes,
	runCode,
	runCodeNode,
} from './evaluate.mts';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Send and Wait for Response undoes one escaping (n8n 2.41, `escapeHtml`). */
const unescaped = (text: string) =>
	text.replaceAll(/&amp;|&lt;|&gt;/g, (entity) => ENTITIES[entity] ?? entity);

describe('support-agent: the question in Slack', () => {
	const questionFor = (parameters: Record<string, unknown>) => {
		const { message } = nodeOf('support-agent', 'Ask the Support Lead').parameters;
		const $tool = { name: 'Grant_Access', parameters };
		// n8n unescapes the text once, and makes line breaks.
		return unescaped(String(evaluate(String(message), { $tool })))
			.replaceAll(/\\n|<br>/g, '\n')
			.split('\n');
	};

	test('is not asked by email, whose links are opened by mail scanners', () => {
		expect(nodeOf('support-agent', 'Ask the Support Lead').type).toContain('slack');
	});

	test.each([
		'<a href="https://evil.example">Approve</a>',
		'a\n*Approve* <!channel>\\n&lt;b&gt;',
		'ada\u202E@example.com',
		'``` *bold* ```',
	])('contains no markup, ping or reversed text of strangers: %j', (email) => {
		const [head, open, values, close] = questionFor({ email, product: '101' });
		expect(head).toMatch(/Grant Access with:$/);
		expect([open, close]).toEqual(['```', '```']);
		expect(values).toContain('"product":"101"');
		expect(values).not.toMatch(/<|`|\p{Cf}|&(?!amp;|lt;)/u);
		expect(questionFor({ email, product: '101' })).toHaveLength(4);
	});

	test.each(['x', '&', '<', '\u{1F600}', '"', '\\'])(
		'fits into Slack, and says that a long text was cut: %j',
		(character) => {
			const question = questionFor({ email: character.repeat(5000), product: '101' }).join('\n');
			expect(question.length).toBeLessThan(2900);
			expect(question).toContain(' … (cut)');
			expect(question).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		},
	);
});

// --- Files

/** Returns the address of a file for AWS's own example of a presigned URL. */
const presigned = (Key: string, more: object = {}) => {
	const day_key = createHmac('sha256', 'AWS4wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')
		.update('20130524')
		.digest('hex');
	const file = {
		Key,
		host: 'examplebucket.s3.amazonaws.com',
		region: 'us-east-1',
		day_key,
		access_key: 'AKIAIOSFODNN7EXAMPLE',
		signed_at: '20130524T000000Z',
		...more,
	};
	const code = nodeOf('file-to-video', 'Presigned Addresses');
	const jsCode = String(code.parameters.jsCode).replace('12 * 3600', '86_400');
	const context = { ...contextOf({ '': itemsOf([file]) }), Buffer };
	return String(runCodeNode({ ...code, parameters: { jsCode } }, context)[0]?.source_url);
};

test('file-to-video: the addresses are signed as AWS documents it', () => {
	expect(presigned('test.txt')).toBe(
		'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
			'&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
			'&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
			'&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
	);
});

test.each([
	['masters/Episode #3.mp4', 'masters/Episode%20%233.mp4'],
	['masters/What?+%20.mp4', 'masters/What%3F%2B%2520.mp4'],
	["masters/It's (1).mp4", 'masters/It%27s%20%281%29.mp4'],
])('file-to-video: the URL of %s encodes each part', (Key, path) => {
	expect(presigned(Key, { day_key: undefined })).toBe(
		`https://examplebucket.s3.amazonaws.com/${path}`,
	);
});

// --- Subtitles

const spoken = (data: string) =>
	runCode('describe-videos', 'What Is Spoken', { '': itemsOf([{ data }]) })[0]?.spoken;

const SUBTITLES = `\uFEFFWEBVTT - Tides
X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000

STYLE
::cue(b) { color: red }

NOTE
Draft: ask the lawyer --> before Friday

intro
00:00.000 --> 00:02.000 align:start position:0%
<v Ada>The sea <i>rises</i> &amp; falls.</v>

2
00:02.000 --> 00:04.000
The sea rises & falls.

3
00:04.000 --> 00:06.000
{\\an8}- It waits
[wind howling]
(applause)

4
00:06.000 --> 00:08.000
It waits for nobody.
♪
`;

test('describe-videos: only what is spoken goes to the AI model', () => {
	const expected = 'The sea rises & falls. It waits for nobody.';
	expect(spoken(SUBTITLES)).toBe(expected);
	expect(spoken(SUBTITLES.replaceAll('\n', '\r\n'))).toBe(expected);
	expect(spoken('1\n00:00:01,000 --> 00:00:02,000\n<font color="red">Hello.</font>\n')).toBe(
		'Hello.',
	);
});

test.each([
	[{ output: { description: 'A film.', tags: '' } }, ''],
	[{ output: { description: ' ', tags: '' } }, 'the AI model wrote nothing'],
	[{ error: 'Too long', message: 'Shorten it' }, 'Too long. Shorten it'],
])('describe-videos: after %j, an editor is asked, or the reason is %j', (json, reason) => {
	const before = {
		'One at a Time': itemsOf([{ id: 1, title: 'Tide', event: { id: 'upload 1' } }]),
		'': itemsOf([json]),
	};
	const fields = editFields(nodeOf('describe-videos', 'The Proposal'), contextOf(before));
	expect([fields.reason, Boolean(fields.headline)]).toEqual([reason, reason !== '']);
	expect(passes('describe-videos', 'Described?', fields)).toBe(reason === '');
});

test('describe-videos: a file in which nothing is spoken is a failure', () => {
	expect(() => spoken('WEBVTT\n\nNOTE nothing\n')).toThrow(/^Nothing is spoken/);
	expect(() => spoken('<html>Sign in</html>')).toThrow(/another format/);
});

// --- Weekly numbers

const weekOf = (reports: Record<string, Record<string, unknown>>) => {
	const names = ['Subscribers', 'Units Sold', 'Who Left', 'Most Played Videos', 'Ten Weeks'];
	const before = names.map((name) => [name, itemsOf([reports[name] ?? {}])] as const);
	const [row = {}] = runCode('weekly-numbers', "This Week's Row", Object.fromEntries(before));
	return row;
};

/** Returns the message about a row as Slack and the email get it. */
const messageOf = (row: Record<string, unknown>) => {
	const name = 'weekly-numbers';
	const safe = runCode(name, 'Make Texts Safe', { '': itemsOf([row]) });
	const [lines = {}] = runCode(name, 'Lines of the Message', { '': itemsOf(safe) });
	return editFields(nodeOf(name, 'The Message'), contextOf({ '': itemsOf([lines]) }));
};

test.each([
	[{ totals_paid_amount_cents: 123_450, currency: 'USD' }, '1234.50 USD'],
	[{ totals_paid_amount_cents: 5000, currency: 'JPY' }, '5000 JPY'],
	[{ totals_paid_amount_cents: 5000, totals_paid_currency: 'bhd' }, '5.000 BHD'],
	[{ totals_paid_amount_cents: 123_450, currency: '€' }, '1234.50 EUR'],
	[{ totals_paid_amount_cents: 0 }, '0.00 USD'],
	[{ totals_paid_amount_cents: null }, null],
	[{}, null],
	[{ error: 'Forbidden' }, null],
])('weekly-numbers: sales of %j are %j', (units, amount) => {
	expect(weekOf({ 'Units Sold': units }).unitsAmount).toBe(amount);
});

test.each([
	['a number', { existing_paying_subscribers: 3, existing_free_trials: 0 }, 'churn'],
	['an error', { error: 'Forbidden' }, 'Subscribers: Forbidden'],
])('weekly-numbers: %s that is missing is named, zeros are not', (_, report, missing) => {
	const units = { totals_paid_units: 0, totals_paid_amount_cents: 0 };
	expect(weekOf({ Subscribers: report, 'Units Sold': units }).missing).toBe(missing);
});

test('weekly-numbers: Slack gets no line for a number that is missing', () => {
	const row = { week: '2026-01-01', subscribers: 12, unitsSold: null, unitsAmount: null };
	expect(messageOf(row).text).toBe(':bar_chart: *The week to 2026-01-01*\n12 paying subscribers');
});

test('weekly-numbers: the email contains no markup of strangers, and the sheet no formula', () => {
	const row = { week: '2026-01-01', mostPlayed: '<img src=x> & more', missing: '<b>Units</b>' };
	const { html } = messageOf(row);
	expect(html).toContain('Most played: &lt;img src=x> &amp; more');
	expect(html).not.toMatch(/<img|<b>/);
	const { options } = nodeOf('weekly-numbers', 'Add to the Sheet').parameters;
	expect(options).toEqual({ cellFormat: 'RAW' });
});

test('weekly-numbers: the note lists the columns of the row', () => {
	const { parameters } = nodeOf('weekly-numbers', 'What this does');
	const listed = Object.keys(weekOf({})).map((column) => `\`${column}\``);
	expect(parameters.content).toContain(`Its first row: ${listed.join(', ')}.`);
});

test('weekly-numbers: charts and bars show complete weeks, and neither without one', () => {
	const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	const week = (days: number, total_paying: number) => ({ timestamp: before(days), total_paying });
	const draw = (...weeks: Array<Record<string, unknown>>) => {
		const message = { '': itemsOf([{ text: 'Hello' }]), 'Ten Weeks': itemsOf(weeks) };
		const charts = runCode('weekly-numbers', 'Charts for Slack', message);
		const [email] = runCode('weekly-numbers', 'Bars for the Email', { '': itemsOf(charts) });
		return { charts: charts[0]?.charts, bars: String(email?.bars) };
	};
	const { charts, bars } = draw(week(21, 40), week(14, 80), week(3, 7));
	expect(charts).toMatchObject([
		{ title: 'Paying subscribers', chart: { series: [{ data: [{ value: 40 }, { value: 80 }] }] } },
		{ title: 'New and lost subscribers' },
	]);
	expect(bars).toContain('<td width="50%" bgcolor="#4a6fa5"');
	expect(bars).toContain('<td width="100%" bgcolor="#4a6fa5"');
	expect(draw(week(3, 7))).toEqual({ charts: [], bars: '' });
});
