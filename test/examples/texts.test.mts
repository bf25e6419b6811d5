// What the examples say to people: in Slack, in emails, and what they take from strangers' texts.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { parsed } from '../kit/json.mts';
import {
	contextOf,
	editFields,
	evaluate,
	itemsOf,
	nodeOf,
	outputOf,
	passes,
	runCode,
	runCodeNode,
} from './evaluate.mts';

const conditionSchema = z.object({ conditions: z.tuple([z.object({ leftValue: z.string() })]) });

const SAFE = 'Make Texts Safe';
const safeTextsSchema = z.object({ text: z.string(), question: z.object({ text: z.string() }) });

/** Returns what the safe step makes of a text: what it is for a message, and for a question. */
function madeSafe(text: string) {
	const [made] = runCode('comment-moderation', SAFE, { '': itemsOf([{ text }]) });
	return safeTextsSchema.parse(made);
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Send and Wait for Response undoes one escaping (n8n 2.41, `escapeHtml`). */
const unescaped = (text: string) =>
	text.replaceAll(/&amp;|&lt;|&gt;/g, (entity) => ENTITIES[entity] ?? entity);

// --- One Message

/** Returns the text of the message about these items. */
const digest = (items: Array<Record<string, unknown>>) => {
	const before = { ...contextOf({ '': itemsOf(items) }), $execution: { id: 9 } };
	return runCodeNode(nodeOf('upload-complete', 'One Message'), before)[0]?.text;
};

describe('One Message', () => {
	const headline = ':warning: {} got no email|:warning: {} customers got no email';
	const failed = (count: number, reason: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => ({
			headline,
			name: `c${index}@example.com`,
			reason: reason(index),
		}));

	test('about one item is a sentence', () => {
		expect(digest(failed(1, () => 'No mailbox'))).toBe(
			':warning: c0@example.com got no email: No mailbox',
		);
	});

	test('about many has their number, each reason with the first names, and where the others are', () => {
		expect(digest(failed(300, (index) => (index === 7 ? 'No mailbox' : 'Wrong password')))).toBe(
			':warning: 300 customers got no email\n' +
				'• 299 × Wrong password (c0@example.com, c1@example.com, c2@example.com, …)\n' +
				'• c7@example.com: No mailbox\n' +
				'All 300 are in execution 9, in the input of *One Message*.',
		);
	});

	test('names everyone where they are few', () => {
		expect(digest(failed(3, () => ''))).toBe(
			':warning: 3 customers got no email\n• c0@example.com\n• c1@example.com\n• c2@example.com',
		);
	});

	test('has a part for each headline, and leaves out items that say nothing', () => {
		const added = { headline: '{} was added', name: 'Tides' };
		expect(digest([added, { id: 1 }, ...failed(1, () => '')])).toBe(
			'Tides was added\n:warning: c0@example.com got no email',
		);
		expect(digest([{ id: 1 }, {}])).toBeUndefined();
	});

	test.each(['&amp;', '\u{1F600}', 'x', 'a b '])(
		'fits into a message, with long texts of %j',
		(text) => {
			const long = text.repeat(2000);
			const items = Array.from({ length: 300 }, (_, index) => ({
				headline: `{} ${index % 5}`,
				name: long,
				detail: long,
				reason: `${long} ${index}`,
			}));
			const message = String(digest(items));
			expect(message.length).toBeLessThan(3000);
			expect(message).toMatch(/All 300 are in execution 9/);
			expect(message).not.toMatch(/&(?!amp;)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		},
	);
});

test('a limit stops before the first email, and says how to go on', () => {
	const rows = (count: number) =>
		itemsOf(
			Array.from({ length: count }, (_, id) => ({
				id,
				event_id: `e${id}`,
				item: '{"email":"a@b"}',
			})),
		);
	const after = (count: number) => runCode('win-back', 'Not Too Many', { '': rows(count) });
	expect(after(1)).toEqual([{ email: 'a@b', row: 0, event_id: 'e0' }]);
	expect(after(100)).toHaveLength(100);
	expect(() => after(101)).toThrow(/^101 emails .* more than 100\. None was sent.* raise LIMIT/);
});

describe('Make Texts Safe', () => {
	const step = (json: Record<string, unknown>) =>
		runCode('comment-moderation', SAFE, { '': itemsOf([json]) })[0] ?? {};

	test.each([
		['a ping', '<!channel>', '&lt;!channel>'],
		[
			'a link in Slack’s way',
			'<https://evil.example|Sign>',
			'&lt;https:\u200B//evil.\u200Bexample|Sign>',
		],
		['a link', 'https://evil.example/claim', 'https:\u200B//evil.\u200Bexample/claim'],
		['a link without a scheme', 'see evil.com, now', 'see evil.\u200Bcom, now'],
		['a link that begins with www', '(www.evil.example)', '(www.\u200Bevil.\u200Bexample)'],
		['a path', 'evil.example/claim', 'evil.\u200Bexample/claim'],
		['markup', '<img src=x>', '&lt;img src=x>'],
		['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
		['a reversed text', 'a\u202Ebc\u2066d', 'abcd'],
		['several lines of other systems', 'a\r\nb\u2028c', 'a\nb\nc'],
	])('%s can do nothing', (_, text, expected) => {
		expect(step({ text })).toMatchObject({ text: expected });
		expect(step({ list: [{ text }] })).toMatchObject({ list: [{ text: expected }] });
	});

	test.each([
		['bold', '*Bob*', '∗Bob∗'],
		['italic', '_Bob_ has snake_case', '＿Bob＿ has snake_case'],
		['struck out', '~Bob~', '∼Bob∼'],
		['code', '`Bob`', 'ˋBobˋ'],
	])('%s text stays plain, but not in our own words', (_, words, expected) => {
		expect(step({ name: words, content: words })).toMatchObject({
			name: expected,
			content: expected,
		});
		const own = { text: words, lines: [words], headline: words };
		expect(step(own)).toMatchObject(own);
	});

	test('a name is one line, a comment may have several', () => {
		const texts = { name: 'A\n\nB', video_title: 'A\u2028B', reason: 'A\tB', content: 'A\nB' };
		expect(step(texts)).toMatchObject({
			name: 'A B',
			video_title: 'A B',
			reason: 'A B',
			content: 'A\nB',
		});
	});

	test.each([
		'ada@example.com',
		'a.b+c@mail.example.co.uk',
		'low-tide.mp4',
		'invoice.paid',
		'12.50',
	])('%s stays as it is, so that it can be copied', (text) => {
		expect(step({ text, name: text })).toMatchObject({ text, name: text });
	});

	test('a question is right after n8n has undone one escaping', () => {
		const { text, question } = madeSafe('<b> & "quotes"');
		expect(unescaped(question.text)).toBe(text);
	});

	test.each(['x', '&', '<', '\u{1F600}', 'a\u{1F600}'])(
		'four long texts of %j fit into a question in Slack, and say that they were cut',
		(character) => {
			const { question } = madeSafe(character.repeat(4000));
			const posted = unescaped(question.text);
			expect(posted.length * 4).toBeLessThan(2900);
			expect(posted).toMatch(/ … \(cut\)$/);
			expect(posted).not.toMatch(/&(?!amp;|lt;)|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
		},
	);

	test.each(['', ' ', null])('a record whose title or name is %j gets a stand-in', (blank) => {
		expect(step({ title: blank, id: 7 })).toMatchObject({ title: 'video 7' });
		expect(step({ video_id: 7, video_title: blank, customer_name: blank })).toMatchObject({
			video_title: 'video 7',
			customer_name: 'an unknown customer',
		});
		expect(step({ video_id: 7 })).toMatchObject({ video_title: 'video 7' });
	});

	test('other values stay as they are', () => {
		const json = { count: 3, isNew: true, missing: null, at: '2026-01-01', title: 'Tides', id: 7 };
		expect(step(json)).toEqual({ ...json, question: json });
	});
});

test.each([
	['Nora New', 'Nora New'],
	["Zoë O'Neill-Smith", "Zoë O'Neill-Smith"],
	['Dr. Ada', 'Dr. Ada'],
	['花', '花'],
	[null, 'there'],
	['evil.example', 'there'],
	['You won 500 EUR: https://evil.example/claim', 'there'],
	['Ada\u202Eadnil', 'there'],
	['', 'there'],
	['  ', 'there'],
	['\u00A0 Ada  Lovelace\u200B ', 'Ada Lovelace'],
	['undefined undefined', 'there'],
	['-', 'there'],
	['Null', 'Null'],
])('%j is greeted as %s', (name, greeting) => {
	const mails = [
		['product-welcome', 'Welcome Them'],
		['win-back', 'Email the Customer'],
		['anniversary', 'Thank Them'],
		['not-watching', 'Send a Starting Point'],
	] as const;
	for (const [example, mail] of mails) {
		const customer = { name, email: 'a@b.example' };
		const [fields = {}] = runCode(example, 'Greeting', { 'One at a Time': itemsOf([customer]) });
		expect(fields.greeting).toBe(greeting);
		expect(sentText(example, mail, fields)).toMatch(new RegExp(`^Hello ${greeting},\n`));
	}
});

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

// --- Comments with unwanted words

test.each([
	['Come to my CASINO!', true],
	['Come to my ca\u200Bsi\u00ADno', true],
	['Come to my cas\u0300ino', true],
	['ＣＡＳＩＮＯ', true],
	['free\nfollowers here', true],
	['casinos and spammers', false],
	['', false],
	[null, false],
])('comment-moderation: the comment %j has an unwanted word: %s', (content, expected) => {
	const before = { '': itemsOf([{ content, unwanted_words: 'spam, casino, free followers' }]) };
	const found = runCode('comment-moderation', 'Find Unwanted Words', before);
	expect(found).toHaveLength(expected ? 1 : 0);
});

test.each([
	['This is a nice film', false],
	['You are an a$$', true],
	['A vitamin c question', false],
	['I write C++', true],
	['win $$$ now', true],
	['Lovely', false],
])('comment-moderation: the comment %j has a word with signs: %s', (content, expected) => {
	const before = { '': itemsOf([{ content, unwanted_words: 'a$$, $$$, c++,' }]) };
	const found = runCode('comment-moderation', 'Find Unwanted Words', before);
	expect(found).toHaveLength(expected ? 1 : 0);
});

test('comment-moderation: a word that can never be found is named', () => {
	const before = { '': itemsOf([{ content: 'Hi', unwanted_words: 'spam, \u200B' }]) };
	expect(() => runCode('comment-moderation', 'Find Unwanted Words', before)).toThrow(
		/can never be found/,
	);
});

test.each([
	['\u200B \u2060', false],
	['Hi', true],
])('comment-triage: the comment %j has words: %s', (content, expected) => {
	expect(passes('comment-triage', 'Not Empty', { content })).toBe(expected);
});

// --- Calls of the service

const serviceCall = (topic: string, more: object = {}) => ({
	topic,
	created_at: '2026-01-01T00:00:00Z',
	_embedded: { customer: { id: 1_000_001 } },
	...more,
});
const readCall = (...bodies: unknown[]) =>
	runCode('failed-charges', 'Read the Call', { '': bodies.map((body) => ({ json: { body } })) });
const CHARGE = {
	id: '1000001',
	kind: 'charge failed',
	call_key: '1000001 charge failed 2026-01-01',
	day_key: `1000001 charge failed ${new Date().toISOString().slice(0, 10)}`,
};

test.each([
	['customer.product.charge_failed', 'charge failed'],
	['customer.product.set_cancellation', 'will leave'],
	['customer.product.undo_set_cancellation', 'other'],
	['customer.product.free_trial_expired', 'other'],
	['customer.product.free_trial_will_end', 'trial ends'],
	['customer.product.charge_failed_resolved', 'other'],
	['customer.product.renewed', 'other'],
])('failed-charges: a call about %s is read as %s', (topic, kind) => {
	expect(readCall(serviceCall(topic))).toMatchObject([{ id: CHARGE.id, kind, name: topic }]);
});

test.each([
	['a list', [serviceCall('charge_failed')]],
	['JSON within JSON', JSON.stringify(JSON.stringify(serviceCall('charge_failed')))],
	[
		'an envelope with a signature',
		{ payload: JSON.stringify(serviceCall('charge_failed')), signature: 'x' },
	],
	[
		'an envelope with a name',
		{ type: 'webhook', body: JSON.stringify(serviceCall('charge_failed')) },
	],
	[
		'a form whose field is named by the JSON',
		{ [JSON.stringify(serviceCall('charge_failed'))]: '' },
	],
	[
		'JSON in a field of a named call',
		{ ...serviceCall('charge_failed'), _embedded: {}, data: '{"customer_id":1000001}' },
	],
	['a repeat in the same list', [serviceCall('charge_failed'), serviceCall('charge_failed')]],
	[
		'a repeat with another day in the same list',
		[
			serviceCall('charge_failed'),
			serviceCall('charge_failed', { created_at: '2026-01-02T00:00:00Z' }),
		],
	],
])('failed-charges: %s is read', (_, body) => {
	expect(readCall(body)).toEqual([{ ...CHARGE, name: 'charge_failed' }]);
});

test.each(['customer.payment_declined', 'invoice.payment_failed', 'subscription_renewal_failed'])(
	'failed-charges: the name %s, added as Slack shows it, is of its kind',
	(name) => {
		const node = nodeOf('failed-charges', 'Read the Call');
		const jsCode = String(node.parameters.jsCode).replace("'charge_failed',", `'${name}', $&`);
		const context = contextOf({ '': [{ json: { body: serviceCall(name) } }] });
		const added = runCodeNode({ ...node, parameters: { jsCode } }, context);
		expect(added).toMatchObject([{ id: CHARGE.id, kind: 'charge failed', name }]);
	},
);

test('failed-charges: the first day of a customer is not the day of the call', () => {
	const data = { id: 1_000_061, created_at: '2023-05-01T10:00:00Z' };
	expect(readCall({ event: 'customer.charge_failed', data })).toMatchObject([
		{
			id: '1000061',
			call_key: `1000061 charge failed ${new Date().toISOString().slice(0, 10)}`,
		},
	]);
});

test('failed-charges: the ID of a charge or product is not taken for the customer', () => {
	const data = { id: 7 };
	for (const event of ['charge_failed', 'customer.product.charge_failed']) {
		expect(readCall({ event, data })).toMatchObject([{ id: '' }]);
	}
});

test('failed-charges: two customers in one call are two items', () => {
	const other = serviceCall('charge_failed', { _embedded: { customer: { id: 2 } } });
	expect(readCall([serviceCall('charge_failed'), other]).map(({ id }) => id)).toEqual([
		'1000001',
		'2',
	]);
});

test.each([
	['no type of event', { _embedded: { customer: { id: 1 } } }],
	['no customer', { topic: 'charge_failed' }],
	['nothing', {}],
	['an empty list', []],
])('failed-charges: a call with %s leads to no email, and is reported once a day', (_, body) => {
	const [json = {}, ...rest] = readCall(body);
	expect(rest).toEqual([]);
	expect(passes('failed-charges', 'Has ID and Type?', json)).toBe(false);
	expect(reportOf(json, json)).toEqual({
		keys: ['incomplete call 2026-01-01', 'incomplete call 2026-01-01'],
		emails: [false, false, false],
		text: expect.stringMatching(
			/^:warning: No email for customer .+ \(.+\): the call has no customer or no type of event\. .+ today\.$/,
		),
	});
});

/** Returns what becomes of a call without a usable customer. @param json what the node before found */
function reportOf(read: Record<string, unknown>, json: Record<string, unknown>) {
	const name = 'failed-charges';
	const after = (node: string, input: Record<string, unknown>) =>
		editFields(
			nodeOf(name, node),
			contextOf({ '': itemsOf([input]), 'Read the Call': itemsOf([read]) }),
		);
	const wrong = after('What Is Wrong', json);
	const [message = {}] = runCode(name, 'Make Texts Safe', {
		'': itemsOf([after('The Message', wrong)]),
	});
	const { rules } = nodeOf(name, 'Which Email?').parameters;
	const greeting = { '': itemsOf([after('Greeting', wrong)]) };
	return {
		keys: keysOf(read, wrong).map(([, key]) => key),
		emails: allRulesSchema
			.parse(rules)
			.values.map(({ conditions }) =>
				evaluate(conditions.conditions[0].leftValue, contextOf(greeting)),
			),
		text: sentText(name, 'Report the Failure', message),
	};
}

const allRulesSchema = z.object({ values: z.array(z.object({ conditions: conditionSchema })) });

/** Returns the keys by which *New Events* lets a call through once. */
function keysOf(read: Record<string, unknown>, json: Record<string, unknown>) {
	const { filters } = nodeOf('failed-charges', 'New Events').parameters;
	const { conditions } = z
		.object({ conditions: z.array(z.object({ keyName: z.string(), keyValue: z.string() })) })
		.parse(filters);
	const before = contextOf({ '': itemsOf([json]), 'Read the Call': itemsOf([read]) });
	return conditions.map(({ keyName, keyValue }) => [keyName, evaluate(keyValue, before)]);
}

test('failed-charges: unknown customers lead to no email, and are reported once a day', () => {
	const [json = {}] = readCall(serviceCall('charge_failed'));
	const error = 'No customer with the ID 1000001';
	expect(passes('failed-charges', 'Unknown Customer?', { error })).toBe(true);
	expect(passes('failed-charges', 'Unknown Customer?', { error: 'Forbidden' })).toBe(false);
	expect(reportOf(json, { error })).toEqual({
		keys: ['unknown customer 2026-01-01', 'unknown customer 2026-01-01'],
		emails: [false, false, false],
		text: expect.stringMatching(
			/^:warning: No email for customer 1000001 \(charge failed\): the service knows no customer with this ID\. /,
		),
	});
});

test('failed-charges: the made-up call is about nobody until somebody enters an ID', () => {
	const [sample = {}] = runCode('failed-charges', 'Sample Call', {});
	expect(readCall(sample.body)).toMatchObject([{ id: '0', kind: 'charge failed' }]);
});

test('failed-charges: a call that is repeated on another day has the same key, and each day has one email', () => {
	const [json = {}] = readCall(serviceCall('charge_failed'));
	expect(json).toMatchObject(CHARGE);
	expect(keysOf(json, { id: 1_000_001 })).toEqual([
		['event_id', CHARGE.call_key],
		['day_key', CHARGE.day_key],
	]);
	expect(nodeOf('failed-charges', 'New Events').parameters.matchType).toBe('anyCondition');
});

test('failed-charges: another event has one key for all customers and days, so that Slack gets one line', () => {
	const other = serviceCall('invoice.paid', { _embedded: { customer: { id: 2 } } });
	const keys = { kind: 'other', call_key: 'other invoice.paid', day_key: 'other invoice.paid' };
	expect(readCall(serviceCall('invoice.paid'))).toMatchObject([keys]);
	expect(readCall(other)).toMatchObject([keys]);
	const [json = {}] = readCall(other);
	const [message = {}] = runCode('failed-charges', 'Make Texts Safe', {
		'': itemsOf([
			editFields(
				nodeOf('failed-charges', 'The Message'),
				contextOf({ '': itemsOf([{ id: 2, name: 'Bo' }]), 'Read the Call': itemsOf([json]) }),
			),
		]),
	});
	expect(sentText('failed-charges', 'Report the Other Event', message)).toContain('*invoice.paid*');
});

test.each([
	['charge failed', false, true],
	['trial ends', false, true],
	['will leave', false, false],
	['will leave', true, true],
])('failed-charges: %s, with access %s, gets an email: %s', (kind, hasAccess, isSent) => {
	const before = { '': itemsOf([{ hasAccess }]), 'Read the Call': itemsOf([{ kind }]) };
	const { conditions } = nodeOf('failed-charges', 'Email Fits').parameters;
	const [{ leftValue }] = conditionSchema.parse(conditions).conditions;
	expect(Boolean(evaluate(leftValue, contextOf(before)))).toBe(isSent);
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

// --- Many comments

describe('comment-triage: The Question', () => {
	const ask = (count: number, content: string) => {
		const comments = Array.from({ length: count }, (_, id) => ({
			id,
			content,
			video_id: 7,
			video_title: '*T*',
			customer_name: 'Bo',
			headline: '*{}*|{} comments',
			name: 'Tides',
			detail: `“${content}” by Bo, comment ${id}`,
		}));
		const safe = runCode('comment-triage', SAFE, { '': itemsOf(comments) });
		const before = { ...contextOf({ '': itemsOf(safe) }), $execution: { id: 9 } };
		return unescaped(
			String(runCodeNode(nodeOf('comment-triage', 'The Question'), before)[0]?.message),
		);
	};

	test('quotes one comment, with its lines', () => {
		expect(ask(1, 'Bad\n<!channel>')).toBe(
			'Report this comment on *∗T∗*?\n> Bad\n> &lt;!channel>\nBy Bo. Comment 0',
		);
	});

	test.each(['spam', '&', '<b>'])(
		'asks once about 300, in a message that Slack takes: %j',
		(text) => {
			const question = ask(300, text.repeat(1000));
			expect(question).toMatch(/^Report these 300 comments\? \*Approve\* reports all/);
			expect(question.split('\n')).toHaveLength(10);
			expect(question).toMatch(/All of them are in execution 9/);
			expect(question.length).toBeLessThan(2900);
		},
	);
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

// --- Free access

// --- Blank fields

/** Returns the text that a node sends about a record, which each node before it has as its output. */
const sentText = (example: string, name: string, json: Record<string, unknown>) => {
	const { text, message } = nodeOf(example, name).parameters;
	const before = outputOf(itemsOf([json]));
	const context = { ...contextOf({ '': itemsOf([json]) }), $: () => before };
	return String(evaluate(String(text ?? message), context));
};

test('product-welcome: a customer without an email address gets no text with "undefined"', () => {
	const mailTo = (json: Record<string, unknown>) => {
		const [fields = {}] = runCode('product-welcome', 'Greeting', {
			'One at a Time': itemsOf([json]),
		});
		return sentText('product-welcome', 'Welcome Them', fields);
	};
	for (const json of [{}, { email: null }, { email: '' }]) {
		expect(mailTo(json)).toMatch(/Sign in with your email address\. /);
		expect(mailTo(json)).toContain('Welcome to your subscription.');
	}
	expect(mailTo({ email: 'a@b.example' })).toContain('with a@b.example.');
});

test.each([
	[{ title: ' ' }, '*video 7* is ready: unknown length, for nobody yet: choose its plans, video 7'],
	[
		{ title: '<b> *x*', duration_seconds: 61, plans: ['standard', 'free'] },
		'*&lt;b> ∗x∗* is ready: 2 min, for standard, free, video 7',
	],
])('upload-complete: of %j, the message has %j', (video, part) => {
	const name = 'upload-complete';
	const context = contextOf({ '': itemsOf([{ id: 7, ...video }]) });
	const facts = editFields(nodeOf(name, 'The Facts'), context);
	const safe = runCode(name, 'Make Texts Safe', { '': itemsOf([facts]) });
	expect(digest(safe)).toBe(`:film_frames: ${part}`);
});

describe('release-announcement', () => {
	const name = 'release-announcement';

	test('reminders name the time of the start, also less than an hour before', () => {
		const before = {
			'One at a Time': itemsOf([{ title: 'Gala' }]),
			'': itemsOf([{ scheduled_at: '2026-03-01T19:30:00Z' }]),
		};
		const reminder = editFields(nodeOf(name, 'The Reminder'), contextOf(before));
		const { subject, text } = nodeOf(name, 'Remind by Email').parameters;
		const sent = [subject, text].map((part) =>
			evaluate(String(part), contextOf({ '': itemsOf([reminder]) })),
		);
		expect(sent).toEqual(['Live at 19:30 UTC: Gala', 'Live today at 19:30 UTC: Gala']);
		const posted = contextOf({ ...before, 'The Reminder': itemsOf([reminder]) });
		expect(digest([editFields(nodeOf(name, 'Reminder Sent'), posted)])).toBe(
			':red_circle: Live at 19:30 UTC: *Gala*',
		);
	});

	test.each([
		[{ error: 'Refused' }, 'Refused'],
		[{}, 'the start was moved'],
	])('a reminder that is not sent is reported with its reason: %j', (json, reason) => {
		const before = { 'One at a Time': itemsOf([{ title: 'Gala' }]), '': itemsOf([json]) };
		const failed = editFields(nodeOf(name, 'No Reminder'), contextOf(before));
		expect(digest([failed])).toBe(`:warning: No reminder will be sent for *Gala*: ${reason}`);
	});

	/** Returns the newsletter about videos that were published together. */
	const newsletter = (titles: string[], taken = titles.map((_, row) => row)) => {
		const rows = titles.map((title, row) => ({ title, description: 'A film.', row }));
		const before = {
			'': itemsOf(titles.map((_, id) => ({ id }))),
			'Take It': itemsOf(taken.map((id) => ({ id }))),
			'Not Too Many Videos': itemsOf(rows),
		};
		return runCode(name, 'The Newsletter', before)[0];
	};

	test('one video has an email of its own, several share one', () => {
		expect(newsletter(['Tides'])).toMatchObject({
			subject: 'Now showing: Tides',
			text: 'Tides\n\nA film.\n\nWatch it now, on every screen.',
		});
		expect(newsletter(['Tides', 'Peaks', 'Dunes'])).toMatchObject({
			subject: 'Now showing: Tides and 2 more',
			text: 'Now showing:\n\n- Tides\n- Peaks\n- Dunes\n\nWatch them now, on every screen.',
		});
	});

	test('a title turns no text around and adds no line to the subject', () => {
		expect(newsletter(['A\u202Ecod.exe\r\nBcc: all@example.com'])?.subject).toBe(
			'Now showing: A cod.exe Bcc: all@example.com',
		);
	});

	test('what another execution has taken is left out', () => {
		expect(newsletter(['Tides', 'Peaks'], [1])).toMatchObject({ subject: 'Now showing: Peaks' });
		expect(newsletter(['Tides'], [])).toBeUndefined();
	});

	test('more than 20 videos or 10 live events at once stop it', () => {
		const videos = (count: number) =>
			itemsOf(Array.from({ length: count }, (_, id) => ({ id, event_id: `e${id}`, item: '{}' })));
		const after = (count: number) => runCode(name, 'Not Too Many Videos', { '': videos(count) });
		expect(after(20)).toHaveLength(20);
		expect(() => after(200)).toThrow(/^200 videos .* more than 20\. Nothing was sent/);
		const starts = (count: number) =>
			itemsOf(
				Array.from({ length: count }, (_, n) => ({ scheduled_at: `2030-01-0${9 - (n % 9)}` })),
			);
		const sorted = (count: number) =>
			runCode(name, 'Earliest First', { '': starts(count), 'New Events': starts(count) });
		expect(sorted(3).map(({ scheduled_at }) => scheduled_at)).toEqual([
			'2030-01-07',
			'2030-01-08',
			'2030-01-09',
		]);
		expect(() => sorted(11)).toThrow(/^11 live events .* more than 10\. None will be sent/);
	});
});

// --- Shop orders

// --- CRM and newsletter

const rulesSchema = z.object({
	values: z.tuple([z.object({ conditions: conditionSchema })]).rest(z.unknown()),
});

test.each([
	['a new customer', { event: { type: 'customerCreated' } }, 'enabled', true],
	['a customer with a status', { status: 'enabled' }, 'enabled', true],
	['a customer whose status changed', { status: 'paused', event: {} }, 'paused', false],
	['a customer without a status', {}, 'unknown', false],
	['a customer with an empty status', { status: '' }, 'unknown', false],
])('crm-and-newsletter: %s is sent with a status and invited: %s', (_, more, status, isInvited) => {
	const json = { email: 'ada@example.com', name: 'Ada', ...more };
	const fields = editFields(
		nodeOf('crm-and-newsletter', 'Fields to Send'),
		contextOf({ '': itemsOf([json]) }),
	);
	expect(fields.status).toBe(status);
	const { rules } = nodeOf('crm-and-newsletter', 'Not in the Audience?').parameters;
	const [invite] = rulesSchema.parse(rules).values;
	const before = { 'Fields to Send': itemsOf([fields]), '': itemsOf([{ error: 'Not found' }]) };
	expect(evaluate(invite.conditions.conditions[0].leftValue, contextOf(before))).toBe(isInvited);
});

test.each([
	['Ada', { FNAME: 'Ada', VSTATUS: 'enabled' }],
	['', { VSTATUS: 'enabled' }],
])(
	'crm-and-newsletter: of the name %j, Mailchimp gets %j: a blank overwrites none',
	(name, sent) => {
		const fields = itemsOf([{ name, status: 'enabled' }]);
		for (const node of ['Update in Mailchimp', 'Invite in Mailchimp']) {
			const { mergeFieldsJson } = nodeOf('crm-and-newsletter', node).parameters;
			const text = evaluate(String(mergeFieldsJson), contextOf({ 'Fields to Send': fields }));
			expect(parsed(String(text)), node).toEqual(sent);
		}
	},
);
