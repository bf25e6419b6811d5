// Executes the examples with other services in a real n8n against the simulated service: with invalid rows, twice, and
// with a service that fails midway. Pinned items replace triggers that cannot be reached here, scripts replace outside
// services.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { only } from '../../scripts/lib/defined.mts';
import { parsed } from '../../scripts/lib/json.mts';
import { withNodes } from '../../scripts/lib/examples.mts';
import {
	ARRIVAL,
	changed,
	ExampleRuns,
	mailsOf,
	REASON_LENGTH,
	refusing,
	renamed,
	scripted,
	textsOf,
	type NodeChange,
} from './kit/exampleRuns.mts';

/** A subscription product of the simulated service, and the ID of no customer. */
const PRODUCT = 101;
const NOBODY = 99_999_999;

const runs = new ExampleRuns('integrations');

const emailsOf = (records: unknown): string[] =>
	z
		.array(z.looseObject({ email: z.string() }))
		.parse(records ?? [])
		.map(({ email }) => email)
		.sort();

/** A customer as the trigger emits one. */
const event = (id: number, email: string, name: string | null = 'Una') => ({
	...{ id, email, name, product_id: PRODUCT, product_name: 'Tides' },
	event: { id: `${id} ${email}`, type: 'made up', occurredAt: '2026-11-01T00:00:00Z' },
});

// --- When access ends

const notOnTheList = refusing(
	`$json.email === 'ended.stubborn@example.com'`,
	'The resource could not be found',
);

test('access-ended: customers without access are removed everywhere, and failures are reported', async () => {
	const name = 'access-ended';
	const add = async (email: string, status = 'enabled') =>
		event(await runs.add('customers', { email, status, products: [PRODUCT] }), email);
	const gone = await add('ended.gone@example.com', 'cancelled');
	const stubborn = await add('ended.stubborn@example.com', 'expired');
	const back = await add('ended.back@example.com');
	const items = [gone, back, stubborn];
	const id = await runs.import(name, changed({ 'Untag in Mailchimp': notOnTheList }));

	const output = await runs.failedOutput(id, 'Access Ended', ...items);
	const left = [gone.email, stubborn.email];
	expect(emailsOf(output['Mark in HubSpot'])).toEqual(left);
	expect(emailsOf(output['Untag in Mailchimp'])).toEqual([gone.email]);
	expect(JSON.stringify(output['End the Community Seat'])).toMatch(
		/ended\.gone[^]*ended\.stubborn/,
	);
	expect(only(textsOf(output['Tell the Team']))).toMatch(
		/^:warning: ended\.stubborn@example\.com lost access, but \*Untag in Mailchimp\* failed: The resource could not be found/,
	);
	const again = await runs.run(id, 'Access Ended', ...items);
	expect(again.output['Mark in HubSpot'] ?? []).toEqual([]);

	await runs.fail({ method: 'GET', path: '/customers' }, 403);
	const failed = await runs.run(await runs.import(name), 'Access Ended', gone, stubborn);
	// Both are requested at once, so either may meet the refusal.
	const marked = emailsOf(failed.output['Mark in HubSpot']);
	const [unclear] = left.filter((email) => !marked.includes(email));
	expect(marked).toHaveLength(1);
	const text = only(textsOf(failed.output['Tell the Team']));
	expect(text).toMatch(/^:warning: .* \*Still Without Access\?\* failed: .{20,}/);
	expect(text).toContain(unclear);
});

// --- Welcome new customers

test('product-welcome: each customer gets one mail per product, and missed ones are named', async () => {
	const name = 'product-welcome';
	const ada = event(1, 'ada@example.com', 'Ada');
	const other = { ...ada, product_id: 102, product_name: 'Peaks' };
	const back = { ...ada, event: { ...ada.event, id: 'later' } };
	const items = [ada, other, event(2, 'nameless@example.com', null)];
	const id = await runs.import(name);
	const output = await runs.output(id, 'Access Begins', ...items);
	expect(mailsOf(output['Welcome Them'])).toEqual([
		expect.objectContaining({ toEmail: 'ada@example.com', subject: 'Welcome to Tides' }),
		expect.objectContaining({ toEmail: 'ada@example.com', subject: 'Welcome to Peaks' }),
		expect.objectContaining({
			text: expect.stringMatching(/^Hello there,\n\nWelcome to Tides\./),
		}),
	]);
	const again = await runs.run(id, 'Access Begins', back, ...items);
	expect(again.output['Welcome Them'] ?? []).toEqual([]);

	const refused = refusing(`$json.name === 'Ada'`, 'There is no such mailbox');
	const missed = await runs.import(name, changed({ 'Welcome Them': refused }));
	const failed = await runs.run(missed, 'Access Begins', ada, event(2, 'bo@example.com'));
	expect(failed.error).toMatch(/^ada@example\.com was not welcomed: There is no such mailbox/);
	expect(failed.output['Welcome Them']).toHaveLength(1);
});

test('product-welcome: real trigger items have every field that the mail needs', async () => {
	const email = 'bought@example.com';
	await runs.add('customers', { email, name: 'Bo', products: [PRODUCT] });
	const { output } = await runs.run(await runs.import('product-welcome'), 'Access Begins');
	const mail = mailsOf(output['Welcome Them']).find(({ toEmail }) => toEmail === email);
	expect(mail?.subject).toMatch(/^Welcome to \w+/);
	expect(mail?.text).not.toMatch(/undefined|null/);
});

// --- Shop orders

/** Scripts the shop's answers about its orders. */
const shopWith = (orders: Record<string, unknown>): NodeChange =>
	scripted(
		`const order = ${JSON.stringify(orders)}[$json.data.object.payment_intent];
if (!order) throw new Error('No such payment_intent');
return { json: order };`,
	);
const order = (id: string, email: string | null, changes: Record<string, unknown> = {}) => ({
	...{ id, status: 'succeeded', metadata: {}, ...changes },
	latest_charge: { refunded: changes.refunded === true, billing_details: { email, name: 'Bo' } },
});
const called = (payment_intent: string | null, type = 'checkout.session.completed') => ({
	type,
	data: { object: { payment_intent } },
});

test('shop-orders: an order grants and a full refund revokes, in any order and when repeated', async () => {
	const name = 'shop-orders';
	await runs.useCredential('Stripe account', 'stripeApi', { secretKey: 'unused' });
	const email = 'shop.bo@example.com';
	const shop = (...orders: Array<ReturnType<typeof order>>) =>
		changed({
			'Read the Order': shopWith(Object.fromEntries(orders.map((order) => [order.id, order]))),
			'Other Orders of the Buyer': scripted(
				`return { json: { data: ${JSON.stringify(
					orders.map((order) => ({ payment_intent: order })),
				)} } };`,
			),
		});
	const paid = await runs.import(
		name,
		shop(
			order('pi_1', email),
			order('pi_2', null),
			order('pi_3', 'shop.wrong@example.com', { metadata: { product: 'gold' } }),
			order('pi_4', 'shop.late@example.com', { status: 'processing' }),
			order('pi_5', 'shop.ada@example.com'),
		),
	);
	const calls = ['pi_1', 'pi_2', 'pi_3', 'pi_4', 'pi_5', null].map((order) => called(order));
	await runs.fail({ method: 'POST', path: '/customers' }, 403);
	const { status, output: first } = await runs.run(paid, 'Paid or Refunded', ...calls);
	expect(status).toBe('error');
	// One of the two grants met the refusal.
	expect(textsOf(first['Post the Result'])).toHaveLength(1);
	const failures = textsOf(first['Report the Failure']);
	expect(failures).toHaveLength(4);
	for (const text of failures) expect(text).toMatch(/^:warning: Order .* is not settled: .{15,}/);
	expect(failures.join('\n')).toContain('Order without a payment of nobody is not settled');

	const again = await runs.run(paid, 'Paid or Refunded', ...calls);
	// What was posted is not posted again.
	expect(textsOf(again.output['Post the Result'])).toHaveLength(1);
	expect(await runs.holders(PRODUCT, 'shop.')).toEqual(['shop.ada@example.com', email]);

	const refund = order('pi_1', email, { refunded: true });
	const twice = await runs.import(name, shop(refund, order('pi_6', email)));
	const kept = await runs.output(twice, 'Paid or Refunded', called('pi_1', 'charge.refunded'));
	expect(textsOf(kept['Post the Result'])).toEqual([
		`Order pi_1 of ${email}: access kept, because another order for this product is paid`,
	]);
	expect(await runs.holders(PRODUCT, 'shop.')).toContain(email);

	const refunded = await runs.import(name, shop(refund));
	// The refund, again, and a late repeat of the payment.
	const late = [
		called('pi_1', 'charge.refunded'),
		called('pi_1', 'charge.refunded'),
		called('pi_1'),
	];
	const { output } = await runs.run(refunded, 'Paid or Refunded', ...late);
	expect(textsOf(output['Post the Result']).sort()).toEqual([`Order pi_1 of ${email}: revoked`]);
	expect(await runs.holders(PRODUCT, 'shop.')).toEqual(['shop.ada@example.com']);
});

// --- CRM and newsletter

test('crm-and-newsletter: known fields are passed on, only customers are invited, failures are reported', async () => {
	const NOT_FOUND = 'The resource you are requesting could not be found';
	const id = await runs.import(
		'crm-and-newsletter',
		changed({
			'Contact in HubSpot': refusing(`$json.email === 'not-an-email'`, 'Email address is invalid'),
			'Update in Mailchimp': scripted(
				`if ($json.name === 'Busy') throw new Error('Too busy');
if ($json.name !== 'Reader') throw new Error('${NOT_FOUND}');
return { json: $json };`,
			),
		}),
	);
	const left = { ...event(3, 'step.left@example.com'), status: 'cancelled' };
	const reader = { ...event(4, 'step.reader@example.com', 'Reader'), status: 'paused' };
	const known = await runs.output(id, 'Status Changed', left, reader);
	expect(known['Invite in Mailchimp'] ?? []).toEqual([]);
	expect(known['Contact in HubSpot']).toHaveLength(2);

	const items = [
		event(5, 'step.new@example.com', null),
		event(6, 'step.busy@example.com', 'Busy'),
		event(7, 'not-an-email'),
	];
	for (let times = 0; times < 2; times++) {
		const output = await runs.failedOutput(id, 'Customer Created', ...items);
		expect(output['Invite in Mailchimp']).toMatchObject([
			{ email: 'step.new@example.com', status: 'pending' },
			{ email: 'not-an-email', status: 'pending' },
		]);
		expect(only(textsOf(output['Tell the Team']))).toMatch(
			/not-an-email is not up to date in \*HubSpot\*: Email address is inv.*\n.*step\.busy@.* is not up to date in \*Mailchimp\*: Too busy/,
		);
	}
});

test('crm-and-newsletter: real items of both triggers have an address, a name and a status', async () => {
	await runs.add('customers', { email: 'step.really@example.com', name: 'Real', status: 'paused' });
	const id = await runs.import('crm-and-newsletter');
	const [created, changes] = [
		await runs.run(id, 'Customer Created'),
		await runs.run(id, 'Status Changed'),
	];
	const toldOf = z.array(z.object({ email: z.string(), name: z.string(), status: z.string() }));
	const before = toldOf.parse(created.output['Fields to Send']);
	expect(new Set(before.map(({ status }) => status))).toEqual(new Set(['enabled']));
	expect(toldOf.parse(changes.output['Fields to Send'])).toContainEqual({
		...{ email: 'step.really@example.com', name: 'Real', status: 'paused' },
	});
});

test('crm-and-newsletter: the weekly run passes on every customer once, with the status', async () => {
	const weekly = ['cancelled', 'paused'].map((status) => ({
		email: `weekly.${status}@example.com`,
		status,
	}));
	for (const customer of weekly) await runs.add('customers', { ...customer, products: [PRODUCT] });
	const id = await runs.import('crm-and-newsletter');
	const output = await runs.output(id, 'Every Sunday at 3');
	const told = z
		.array(z.object({ email: z.string(), status: z.string() }))
		.parse(output['Fields to Send']);
	expect(told).toEqual(expect.arrayContaining(weekly));
	const all = (await runs.customers('status=all')).filter(({ email }) => email.includes('@'));
	expect(told.map(({ email }) => email).sort()).toEqual(all.map(({ email }) => email).sort());

	await runs.fail({ method: 'GET', path: '/customers' }, 403);
	const failed = await runs.failedOutput(id, 'Every Sunday at 3');
	expect(only(textsOf(failed['Tell the Team']))).toMatch(
		/^:warning: The list of customers is not up to date in \*HubSpot and Mailchimp\*: .{20,}/,
	);
	expect(failed['Contact in HubSpot'] ?? []).toEqual([]);
});

// --- Failed charges

test('failed-charges: each mail goes to the customer whom the service confirms, once a day', async () => {
	const email = 'charge.ada@example.com';
	const ada = await runs.add('customers', { email, name: 'Ada', products: [PRODUCT] });
	const bo = await runs.add('customers', { email: 'charge.bo@example.com', name: 'Bo' });
	const id = await runs.import('failed-charges');
	const address = `${runs.api.url}/webhook/change-this-secret-path`;
	const ended = async () =>
		(await runs.api.executions(id)).filter(({ status }) => /success|error/.test(status));
	let pushed = 0;
	/** Sends a call and waits for its execution, so that the calls are handled in their order. */
	const push = async (body: string, type = 'application/json', method = 'POST') => {
		const answer = await fetch(address, {
			method,
			headers: { 'content-type': type, connection: 'close' },
			...(method === 'POST' && { body }),
		});
		expect(answer.status).toBe(200);
		pushed++;
		await expect.poll(async () => (await ended()).length, ARRIVAL).toBe(pushed);
	};
	const failed = (customer: number) => ({
		topic: 'charge_failed',
		// The example must ignore these values.
		customer: { id: customer, email: 'attacker@example.com', name: 'Attacker' },
	});
	const trial = {
		event: 'trial.ending',
		_links: { customer: { href: `https://x/customers/${ada}` } },
	};
	await runs.whilePublished(id, async () => {
		await push('', 'text/plain', 'GET');
		await push('', 'text/plain', 'HEAD');
		await push(JSON.stringify(failed(ada)));
		await push(JSON.stringify(JSON.stringify(failed(ada))));
		await push(JSON.stringify(trial), 'text/plain');
		await push(JSON.stringify(failed(NOBODY)));
		// Ada still has access, and Bo has lost it.
		for (const customer_id of [ada, ada, bo])
			await push(JSON.stringify({ topic: 'cancellation_scheduled', customer_id }));
		// Slack gets one line about an event with another name, whoever the customer is.
		for (const customer_id of [ada, bo])
			await push(JSON.stringify({ topic: 'renewed', customer_id }));
		await push('[{"odd": true}]');
		const form = new URLSearchParams({ payload: JSON.stringify(failed(ada)) });
		await push(String(form), 'application/x-www-form-urlencoded');
		expect(await ended()).toHaveLength(13);
		// The unknown customer, and the call without one: each is reported once.
		expect((await ended()).filter(({ status }) => status === 'error')).toHaveLength(2);
		await push(JSON.stringify(failed(NOBODY)));
		await push('[{"odd": true}]');
		await runs.fail({ method: 'GET', path: `/customers/${bo}` }, 403);
		await push(JSON.stringify(failed(bo)));
	});
	const emailNodes = ['Ask About the Card', 'Announce the End', 'Ask to Stay'];
	const sent = await Promise.all(emailNodes.map(async (node) => await runs.api.emitted(id, node)));
	const mails = sent.flatMap(mailsOf);
	expect(mails.map(({ toEmail, subject }) => [toEmail, subject]).sort()).toEqual([
		[email, 'Before you go'],
		[email, 'Is your card still valid?'],
		[email, 'Your trial is about to end'],
	]);
	expect(textsOf(await runs.api.emitted(id, 'Tell the Team'))).toHaveLength(mails.length);
	expect(only(textsOf(await runs.api.emitted(id, 'Report the Other Event')))).toContain(
		'A call with the event *renewed* was skipped.',
	);
	const failures = textsOf(await runs.api.emitted(id, 'Report the Failure')).join('\n');
	expect(failures.split('\n')).toHaveLength(3);
	expect(failures).toMatch(
		new RegExp(`^:warning: No email for customer ${bo} \\(charge failed\\): .{20,}`, 'm'),
	);
	expect(failures).toContain('the service knows no customer with this ID.');
	expect(failures).toContain('the call has no customer or no type of event.');
	expect((await ended()).filter(({ status }) => status === 'error')).toHaveLength(3);

	// The made-up call is about nobody, and unknown customers were reported today.
	const tried = await runs.run(id, 'Click to Try');
	expect([tried.status, tried.output['Ask About the Card']]).toEqual(['success', undefined]);
	expect(await runs.writes()).toEqual([]);
});

// --- Is this address a subscriber?

const atMost =
	(count: number): NodeChange =>
	(node) => ({
		...node,
		parameters: parsed(JSON.stringify(node.parameters).replace('<= 30', `<= ${count}`)),
	});

test('subscriber-check: the answer is yes or no, and requests are limited', async () => {
	const secret = { name: 'X-Partner', value: 'a long secret' };
	await runs.useCredential('Partner account', 'httpHeaderAuth', secret);
	await runs.add('customers', { email: 'Partner.Yes@example.com', products: [PRODUCT] });
	await runs.add('customers', {
		...{ email: 'partner.left@example.com', products: [PRODUCT], status: 'cancelled' },
	});
	// Twelve instead of thirty, to keep the test short.
	const id = await runs.import('subscriber-check', (workflow) =>
		withNodes(workflow, renamed('Within the Limit?', atMost(12))),
	);
	const ask = async (
		body: unknown,
		headers: Record<string, string> = { 'X-Partner': secret.value },
	) => {
		const answer = await fetch(`${runs.api.url}/webhook/is-subscriber`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close', ...headers },
			body: JSON.stringify(body),
		});
		const text = await answer.text();
		return [answer.status, text] as const;
	};
	const about = async (email: unknown) => await ask({ email });
	await runs.whilePublished(id, async () => {
		expect((await ask({ email: 'partner.yes@example.com' }, {}))[0]).toBe(403);
		expect(await about(' partner.yes@example.com')).toEqual([200, '{"subscriber":true}']);
		expect(await about('partner.left@example.com')).toEqual([200, '{"subscriber":false}']);
		expect(await about('partner.unknown@example.com')).toEqual([200, '{"subscriber":false}']);
		for (const wrong of ['', null, 'a@example.com,b@example.com', { $ne: '' }])
			expect((await about(wrong))[0]).toBe(400);
		await runs.fail({ method: 'GET', path: '/customers' }, 403);
		expect((await about('partner.yes@example.com'))[0]).toBe(503);
		const many = await Promise.all(
			Array.from({ length: 30 }, async () => (await about('partner.yes@example.com'))[0]),
		);
		expect(new Set(many)).toEqual(new Set([200, 429]));
		// A minute may have ended in between.
		expect(many.filter((status) => status === 200).length).toBeLessThanOrEqual(24);
	});
});

// --- Catalog export

test('catalog-export: the file has every video, and Slack lists the next ones to end first', async () => {
	const inDays = (days: number) =>
		new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '');
	const add = async (title: string, timeUnavailable: string | null) =>
		await runs.add('videos', { title, status: 'uploaded', timeUnavailable });
	await add('Ends <Later>', inDays(20));
	await add('=Ends "Soon"', inDays(2.5));
	await add('Ended', inDays(-3));
	await add('Ends Next Year', inDays(200));
	const id = await runs.import('catalog-export');
	const titles: unknown[] = [];
	for (let times = 0; times < 2; times++) {
		const output = await runs.output(id, 'Click to Try');
		const rows = output['Row of the Catalog'] ?? [];
		expect(rows).toContainEqual(expect.objectContaining({ title: '=Ends "Soon"', days_left: '3' }));
		expect(only(mailsOf(output['Email the Catalog'])).text).toContain(`all ${rows.length} videos`);
		titles.push(
			only(textsOf(output['Post Ending Rights'])).replaceAll(/^• [\d-]+ | \(\d+\)$/gm, ''),
		);
	}
	expect(titles[0]).toMatch(/30 days\*\n(.*\n)*=Ends "Soon"\n(.*\n)*Ends &lt;Later>/);
	expect(titles[0]).not.toMatch(/Ended|Next Year/);
	expect(titles[1]).toBe(titles[0]);
	expect(await runs.writes()).toEqual([]);

	await runs.fail({ method: 'GET', path: '/videos' }, 403);
	const failed = await runs.run(id, 'Click to Try');
	expect(failed.error).toMatch(/^Already reported: the catalog could not be read: .{20,}/);
	expect(failed.output['Catalog as a File']).toBeUndefined();
	const [text = ''] = textsOf(failed.output['Report the Failure']);
	expect(text.length).toBeGreaterThan(REASON_LENGTH);
});
