// What the examples say to people: in Slack, in emails, and what they take from strangers' texts.
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
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

// --- Text of strangers in Slack

const HOSTILE = '<!channel> & \u202Ereversed';
/** Fields whose values the service or the workflow makes. */
const TRUSTED = /^(id|.*_id|outcome|kind|week|days|available_until|scheduled_at|runIndex)$/;
const ARRAY_METHODS = ['map', 'filter', 'flatMap', 'some', 'join', 'find'] as const;
const isArrayMethod = (key: string): key is (typeof ARRAY_METHODS)[number] =>
	ARRAY_METHODS.some((method) => method === key);

/** Stands for a record in which every text, at any depth, is hostile. */
function hostile(): object {
	const element = () => [hostile()];
	return new Proxy(() => hostile(), {
		get(_, key) {
			if (key === Symbol.toPrimitive || key === 'toString') return () => HOSTILE;
			if (key === Symbol.iterator) return () => element()[Symbol.iterator]();
			if (typeof key === 'symbol') return undefined;
			if (TRUSTED.test(key)) return '7';
			if (key === 'plans') return ['standard'];
			if (key === 'all') return element;
			if (isArrayMethod(key)) return element()[key].bind(element());
			const method: unknown = Reflect.get(String.prototype, key);
			if (typeof method === 'function')
				return (...args: unknown[]): unknown => Reflect.apply(method, HOSTILE, args);
			return hostile();
		},
	});
}

const context = {
	$: () => hostile(),
	...{ $json: hostile(), $tool: hostile(), $now: hostile(), $input: hostile() },
	...{ $prevNode: { name: 'A Node' }, $execution: { id: 7 }, $workflow: hostile() },
};

/** Records as Code nodes get them. */
const RECORDS = [
	...['granted', 'wouldAdd', 'unclear', 'anything'].map((outcome) => ({
		...{ outcome, id: 7, email: HOSTILE, name: HOSTILE, title: HOSTILE, similarTo: HOSTILE },
	})),
	{ error: HOSTILE, message: HOSTILE },
];

/** Returns what a Code or Edit Fields node writes into `text`; of another node, what those before it write. */
function textsOfNode(node: INode, example: string): unknown[] {
	if (node.type.endsWith('.code')) {
		const items = itemsOf(RECORDS);
		const all = () => items;
		const before = { all, first: () => items[0] };
		return runCodeNode(node, { ...context, $: () => before, $input: before }).map(
			({ text }) => text,
		);
	}
	if (node.type.endsWith('.set')) return [editFields(node, context).text];
	return textsBefore(example, node.name);
}

/** Returns the text that the Code or Edit Fields nodes before a node write into `text`. */
function textsBefore(example: string, name: string): unknown[] {
	const { nodes, connections } = readExample(example);
	return nodes
		.filter((node) => connections[node.name]?.main?.flat().some((end) => end?.node === name))
		.flatMap((node) => textsOfNode(node, example));
}

const messageSchema = z.object({ text: z.string().optional(), message: z.string().optional() });

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
/** Send and Wait for Response undoes one escaping (n8n 2.41, `escapeHtml`). */
const unescaped = (text: unknown) =>
	String(text).replaceAll(/&amp;|&lt;|&gt;/g, (entity) => ENTITIES[entity] ?? entity);

/** Returns the texts that an expression posts: its own, or that of the nodes before or of a named node. */
function textsOfExpression(example: string, name: string, expression: string): unknown[] {
	if (expression === '={{ $json.text }}') return textsBefore(example, name);
	const [, named] = /^=\{\{ \$\('([^']+)'\)\.first\(\)\.json\.text \}\}$/.exec(expression) ?? [];
	return named === undefined
		? [evaluate(expression, context)]
		: textsOfNode(nodeOf(example, named), example);
}

/** Returns what a Slack node posts. */
function postedBy(example: string, { name, parameters }: INode): unknown[] {
	const { text, message = '' } = messageSchema.parse(parameters);
	return text === undefined
		? textsOfExpression(example, name, message).map(unescaped)
		: textsOfExpression(example, name, text);
}

describe.each(exampleNames)('%s', (example) => {
	const { nodes } = readExample(example);

	test('escapes text from outside in every Slack message', () => {
		for (const node of nodes.filter(({ type }) => type === 'n8n-nodes-base.slack'))
			for (const text of postedBy(example, node)) {
				expect(String(text), node.name).not.toMatch(/<!|& |\u202E/);
				expect(String(text).trim(), node.name).not.toBe('');
			}
	});

	test('has no name of a customer in the subject of an email, and none that looks like a link in its text', () => {
		const json = { id: 7, email: 'ada@example.com', name: 'You won: https://evil.example/claim' };
		const before = () => ({ item: { json }, first: () => ({ json }), all: () => [{ json }] });
		for (const { name, type, parameters } of nodes) {
			if (type !== 'n8n-nodes-base.emailSend') continue;
			const { subject = '', text = '' } = z
				.object({ subject: z.string().optional(), text: z.string().optional() })
				.parse(parameters);
			const seen = [subject, text].map((part) =>
				/name/i.test(part) ? String(evaluate(part, { ...context, $: before, $json: json })) : part,
			);
			expect(seen[0], name).not.toContain('You won');
			expect(seen[1], name).not.toContain('evil.example');
		}
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
])('welcome-new-customer: %j is greeted as %s', (name, greeting) => {
	const { text } = nodeOf('welcome-new-customer', 'Welcome Them').parameters;
	const mail = evaluate(String(text), contextOf({ '': itemsOf([{ name, email: 'a@b.example' }]) }));
	expect(mail).toMatch(new RegExp(`^Hello ${greeting},\n`));
});

test('support-agent: the email that asks for approval contains no markup of strangers', () => {
	const { message } = nodeOf('support-agent', 'Ask the Support Lead').parameters;
	const email = '<a href="https://evil.example">Approve</a>\n&lt;b&gt;&amp;lt;i&gt;';
	const $tool = { name: 'Grant_Access', parameters: { email, product: '101' } };
	// n8n unescapes the text once, makes line breaks, and puts it into the HTML of the email.
	const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
	const html = String(evaluate(String(message), { $tool }))
		.replace(/&(amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
		.replace(/\\n/g, '\n');
	expect(html).not.toContain('<');
	expect(html).toContain('&lt;a href');
	expect(html.split('\n')).toHaveLength(3);
});

// --- Comments with unwanted words

const unwantedWords = 'spam, casino, free followers';
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
	const json = { content, unwantedWords };
	expect(passes('comment-moderation', 'Has an Unwanted Word', json)).toBe(expected);
});

test.each([
	['\u200B \u2060', false],
	['Hi', true],
])('comment-triage: the comment %j has words: %s', (content, expected) => {
	expect(passes('comment-triage', 'Not Empty', { content })).toBe(expected);
});

// --- Calls of the service

const call = (topic: string, more: object = {}) => ({
	...{ topic, created_at: '2026-01-01T00:00:00Z', _embedded: { customer: { id: 1_000_001 } } },
	...more,
});
const read = (...bodies: unknown[]) =>
	runCode('failed-charges', 'Read the Call', { '': bodies.map((body) => ({ json: { body } })) });
const CHARGE = {
	...{ id: '1000001', kind: 'charge failed' },
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
	expect(read(call(topic))).toMatchObject([{ id: CHARGE.id, kind, name: topic }]);
});

test.each([
	['a list', [call('charge_failed')]],
	['JSON within JSON', JSON.stringify(JSON.stringify(call('charge_failed')))],
	[
		'an envelope with a signature',
		{ payload: JSON.stringify(call('charge_failed')), signature: 'x' },
	],
	['an envelope with a name', { type: 'webhook', body: JSON.stringify(call('charge_failed')) }],
	['a form whose field is named by the JSON', { [JSON.stringify(call('charge_failed'))]: '' }],
	[
		'JSON in a field of a named call',
		{ ...call('charge_failed'), _embedded: {}, data: '{"customer_id":1000001}' },
	],
	['a repeat in the same list', [call('charge_failed'), call('charge_failed')]],
	[
		'a repeat with another day in the same list',
		[call('charge_failed'), call('charge_failed', { created_at: '2026-01-02T00:00:00Z' })],
	],
])('failed-charges: %s is read', (_, body) => {
	expect(read(body)).toEqual([{ ...CHARGE, name: 'charge_failed' }]);
});

test('failed-charges: two customers in one call are two items', () => {
	const other = call('charge_failed', { _embedded: { customer: { id: 2 } } });
	expect(read([call('charge_failed'), other]).map(({ id }) => id)).toEqual(['1000001', '2']);
});

test.each([
	['no type of event', { _embedded: { customer: { id: 1 } } }],
	['no customer', { topic: 'charge_failed' }],
	['nothing', {}],
	['an empty list', []],
])('failed-charges: a call with %s ends as failed', (_, body) => {
	const [json = {}, ...others] = read(body);
	expect(others).toEqual([]);
	expect(passes('failed-charges', 'Has ID and Type?', json)).toBe(false);
});

test('failed-charges: a call that is repeated on another day has the same key, and each day has one email', () => {
	const [json = {}] = read(call('charge_failed'));
	expect(json).toMatchObject(CHARGE);
	const { filters } = nodeOf('failed-charges', 'New Events').parameters;
	const { conditions } = z
		.object({ conditions: z.array(z.object({ keyName: z.string(), keyValue: z.string() })) })
		.parse(filters);
	const before = contextOf({ '': itemsOf([{ id: 1_000_001 }]), 'Read the Call': itemsOf([json]) });
	expect(conditions.map(({ keyName, keyValue }) => [keyName, evaluate(keyValue, before)])).toEqual([
		['event_id', CHARGE.call_key],
		['day_key', CHARGE.day_key],
	]);
	expect(nodeOf('failed-charges', 'New Events').parameters.matchType).toBe('anyCondition');
});

test('failed-charges: another event has one key for all customers and days, so that Slack gets one line', () => {
	const other = call('invoice.paid', { _embedded: { customer: { id: 2 } } });
	const keys = { kind: 'other', call_key: 'other invoice.paid', day_key: 'other invoice.paid' };
	expect(read(call('invoice.paid'))).toMatchObject([keys]);
	expect(read(other)).toMatchObject([keys]);
	const [json = {}] = read(other);
	const [message = {}] = runCode('failed-charges', 'Make Texts Safe', {
		'': itemsOf([
			editFields(
				nodeOf('failed-charges', 'The Message'),
				contextOf({ '': itemsOf([{ id: 2, name: 'Bo' }]), 'Read the Call': itemsOf([json]) }),
			),
		]),
	});
	expect(textFor('failed-charges', 'Report the Other Event', message)).toContain('*invoice.paid*');
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

test.each([
	['masters/Episode #3.mp4', 'masters/Episode%20%233.mp4'],
	['masters/What?+%20.mp4', 'masters/What%3F%2B%2520.mp4'],
])('file-to-video: the URL of %s encodes each part', (Key, path) => {
	const node = nodeOf('file-to-video', 'What Goes Where');
	expect(editFields(node, contextOf({ '': itemsOf([{ Key }]) })).source_url).toBe(
		`https://your-bucket.s3.amazonaws.com/${path}`,
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

test.each([
	['Access That Ends', { outcome: 'created' }, /has free access; the service ends it/],
	['Access Until Revoked', { outcome: 'unchanged' }, /already has access/],
	['Revoke Access', { outcome: 'unchanged' }, /had no access any more/],
	['Revoke Access', { outcome: 'revoked' }, /lost the free access/],
	['Approved?', { data: { approved: false } }, /keeps the access/],
	['Access That Ends', { outcome: 'postponed' }, /got another result: postponed/],
])('comp-access: after %s, %j is told as %s', (name, json, told) => {
	const context = { ...contextOf({ '': itemsOf([json]) }), $prevNode: { name } };
	expect(editFields(nodeOf('comp-access', 'The Result'), context).text).toMatch(told);
});

// --- Blank fields

/** Returns the text that a node sends about a record, which each node before it has as its output. */
const textFor = (example: string, name: string, json: Record<string, unknown>) => {
	const { text, message } = nodeOf(example, name).parameters;
	const before = outputOf(itemsOf([json]));
	return String(evaluate(String(text ?? message), { ...context, $: () => before, $json: json }));
};

test.each(['welcome-new-customer', 'product-welcome'])(
	'%s: a customer without an email address gets no text with "undefined"',
	(example) => {
		for (const json of [{}, { email: null }, { email: '' }]) {
			expect(textFor(example, 'Welcome Them', json)).toMatch(/Sign in with your email address\. /);
		}
		expect(textFor(example, 'Welcome Them', { email: 'a@b.example' })).toContain(
			'with a@b.example.',
		);
	},
);

test.each([
	[{ title: ' ' }, ['*video 7* is ready', 'Length: unknown', 'nobody yet, choose its plans']],
	[
		{ title: '<b>', duration_seconds: 61, plans: ['standard', 'free'] },
		['*&lt;b>* is ready', 'Length: 2 min', 'Who can watch it: standard, free'],
	],
])('upload-complete: of %j, the message has %j', (video, parts) => {
	const name = 'upload-complete';
	const context = contextOf({ '': itemsOf([{ id: 7, ...video }]) });
	const facts = editFields(nodeOf(name, 'The Facts'), context);
	const [safe = {}] = runCode(name, 'Make Texts Safe', { '': itemsOf([facts]) });
	for (const part of parts) expect(textFor(name, 'Tell the Team', safe)).toContain(part);
});

test.each([
	['comment-moderation', 'Tell the Moderators'],
	['comment-moderation', 'Report the Failure'],
	['comment-triage', 'Ask a Moderator'],
	['comment-triage', 'Tell Support'],
	['comment-triage', 'Report Unread Comment'],
	['comment-triage', 'Tell the Moderators'],
	['comment-triage', 'Report the Failure'],
	['describe-videos', 'Ask an Editor'],
	['describe-videos', 'Tell the Editors'],
	['describe-videos', 'Report Undescribed Video'],
	['describe-videos', 'Report Unread Video'],
])('%s: %s names a video with a blank title by its ID', (example, name) => {
	for (const blank of ['', ' ', null, undefined]) {
		const video = { title: blank, id: 7, video_title: blank, video_id: 7 };
		const json = { ...video, output: { description: '', tags: [] } };
		expect(textFor(example, name, json)).toMatch(/\*video 7\*/i);
	}
});

test('comment-moderation: a customer with a blank name is an unknown customer', () => {
	for (const customer_name of ['', ' ', null]) {
		const text = textFor('comment-moderation', 'Tell the Moderators', { customer_name });
		expect(text).toContain('By an unknown customer. ');
	}
});

test('release-announcement: reminders name the time of the start, also less than an hour before', () => {
	const name = 'release-announcement';
	const before = {
		'New Events': itemsOf([{ title: 'Gala' }]),
		'': itemsOf([{ scheduled_at: '2026-03-01T19:30:00Z' }]),
	};
	const reminder = editFields(nodeOf(name, 'The Reminder'), contextOf(before));
	expect(textFor(name, 'Post to Slack', reminder)).toBe(':red_circle: Live at 19:30 UTC: *Gala*\n');
	const { subject } = nodeOf(name, 'Remind by Email').parameters;
	expect(evaluate(String(subject), contextOf({ '': itemsOf([reminder]) }))).toBe(
		'Live at 19:30 UTC: Gala',
	);
});

test.each([
	['videoPublished', { error: 'Refused' }, 'The newsletter was not sent for *Gala*: Refused'],
	['liveEventCreated', {}, 'No reminder will be sent for *Gala*: the start is unknown, past, or'],
])('release-announcement: a failure of %s is reported with its reason', (type, json, text) => {
	const name = 'release-announcement';
	const before = {
		...{ 'New Events': itemsOf([{ title: 'Gala', event: { type } }]), '': itemsOf([json]) },
	};
	const failed = editFields(nodeOf(name, 'What Failed'), contextOf(before));
	expect(textFor(name, 'Report the Failure', failed)).toContain(text);
});

// --- Shop orders

test.each([
	[{ metadata: null, latest_charge: {} }, '101', 'grant'],
	[{ metadata: {}, latest_charge: null }, '101', 'grant'],
	[{ metadata: { product: '102' }, latest_charge: { refunded: true } }, '102', 'revoke'],
])('shop-orders: a paid order with %j gives access', (more, product, due) => {
	const order = { id: 'pi_1', status: 'succeeded', receipt_email: 'a@b.example', ...more };
	const node = nodeOf('shop-orders', 'Access for the Order');
	const fields = editFields(node, contextOf({ '': itemsOf([order]) }));
	expect(fields).toMatchObject({ order: 'pi_1', product, due, email: 'a@b.example' });
});

const sale = (id: string, more: object = {}) => ({
	payment_intent: { id, status: 'succeeded', metadata: {}, latest_charge: {}, ...more },
});
test.each([
	['another paid order', sale('pi_2'), true],
	['the refunded order itself', sale('pi_1'), false],
	[
		'another order that was refunded too',
		sale('pi_2', { latest_charge: { refunded: true } }),
		false,
	],
	['a paid order for another product', sale('pi_2', { metadata: { product: '102' } }), false],
	['an order that was not paid', sale('pi_2', { status: 'canceled' }), false],
])('shop-orders: with %s, access is kept: %s', (_, session, isKept) => {
	const due = { order: 'pi_1', product: '101' };
	const before = { '': itemsOf([{ data: [session] }]), 'Access for the Order': itemsOf([due]) };
	const [others = {}] = runCode('shop-orders', 'Other Paid Orders', before);
	expect(passes('shop-orders', 'Has Another Paid Order?', others)).toBe(isKept);
});

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
