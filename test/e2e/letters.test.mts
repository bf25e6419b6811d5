// Executes the examples that write to customers and to the team in a real n8n against the simulated service. Edit Fields
// nodes replace those that would contact Slack or a mail server: n8n evaluates the same expressions in the same place.
import { expect, test } from 'vitest';
import { z } from 'zod';

import { readExample, replaced, withNodes, withStandIns } from '../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { startModel, type ModelRequest } from '../../scripts/lib/model.mts';
import { defined, only } from '../kit/defined.mts';
import {
	ARRIVAL,
	changed,
	ExampleRuns,
	given,
	LOGIN,
	mailsOf,
	messagesOf,
	refusing,
	scripted,
	textsOf,
} from './kit/exampleRuns.mts';
import { OFTEN } from './kit/trigger.mts';

const PRODUCT = 101;

/** Where the examples send the emails of a test, until somebody enters an own address. */
const TESTER = 'you@example.com';

const runs = new ExampleRuns('letters');

const polledOften = (workflow: WorkflowDefinition): WorkflowDefinition =>
	withNodes(withStandIns(workflow), (node) =>
		node.type.endsWith('.videoSubscriptionTrigger') ? given({ pollTimes: OFTEN })(node) : node,
	);

test('product-welcome: each new customer gets one email, and none after coming back', async () => {
	const { api, service } = runs;
	const id = await runs.import('product-welcome', polledOften);
	const mails = async () => mailsOf(await api.emitted(id, 'Welcome Them'));
	const addresses = async () => (await mails()).map(({ toEmail }) => toEmail).sort();
	await runs.whilePublished(id, async () => {
		const add = async (name: string, email: string) =>
			await runs.add('customers', { name, email, products: [PRODUCT] });
		const nora = await add('Nora New', 'nora@example.com');
		await add('', 'nameless@example.com');
		const first = ['nameless@example.com', 'nora@example.com'];
		await expect.poll(addresses, ARRIVAL).toEqual(first);
		await service.control('PUT', `customers/${nora}`, { status: 'cancelled' });
		await new Promise((resolve) => setTimeout(resolve, 15_000));
		await service.control('PUT', `customers/${nora}`, { status: 'enabled' });
		await add('Last', 'zoe@example.com');
		await expect.poll(addresses, ARRIVAL).toEqual([...first, 'zoe@example.com']);
		// One for each customer who got access, and perhaps one that stopped at Nora's second time.
		const statuses = (await api.executions(id)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set(['success']));
		expect(statuses.length).toBeGreaterThanOrEqual(3);
	});
	const toNora = (await mails()).find(({ toEmail }) => toEmail === 'nora@example.com');
	expect(toNora).toMatchObject({
		subject: expect.stringMatching(/^Welcome to \w/),
		text: expect.stringMatching(/^Hello there,\n[^]*Sign in with nora@example\.com\./),
	});
});

test('win-back: a test sends the newest one to the own address, as often as somebody tries', async () => {
	const gone = { name: 'Gone Away', email: 'gone.away@example.com', products: [PRODUCT] };
	await runs.add('customers', { ...gone, status: 'cancelled' });
	const id = await runs.import('win-back');
	for (let times = 0; times < 2; times++) {
		const output = await runs.output(id, 'Customer Left');
		expect(only(mailsOf(output['Email the Customer']))).toMatchObject({ toEmail: TESTER });
	}
});

test('not-watching: a test waits seconds, and sends the letter to the own address', async () => {
	await runs.add('customers', { name: 'Nils', email: 'nils@example.com', products: [PRODUCT] });
	const id = await runs.import('not-watching');
	const output = await runs.output(id, 'Access Begins');
	expect(only(mailsOf(output['Send a Starting Point']))).toMatchObject({
		toEmail: TESTER,
		text: expect.stringMatching(/^Hello there,/),
	});
});

test('anniversary: customers get an email after whole years, and missed ones are named', async () => {
	const yearsAgo = (count: number) => {
		const day = new Date(Date.now() - 86_400_000);
		day.setUTCFullYear(day.getUTCFullYear() - count);
		return day.toISOString().replace(/\.\d+/, '');
	};
	const add = async (email: string, count: number) =>
		await runs.add('customers', { email, products: [PRODUCT], createdAt: yearsAgo(count) });
	await add('year.one@example.com', 1);
	await add('year.refused@example.com', 2);
	await add('year.none@example.com', 0);
	const refused = refusing(
		`$json.email === 'year.refused@example.com'`,
		'There is no such mailbox',
	);
	const id = await runs.import('anniversary', changed({ 'Thank Them': refused }));
	const { status, error, output } = await runs.run(id, 'Every Day at 9');
	const thanked = defined(output['Thank Them']).map(({ email }) => email);
	expect(thanked).toContain('year.one@example.com');
	expect(thanked).not.toContain('year.none@example.com');
	expect([status, error]).toEqual([
		'error',
		expect.stringMatching(/^1 got no anniversary email: year\.refused@.*no such mailbox/),
	]);
});

test('failed-charges: a call needs the credential, and its email goes to whom the service confirms', async () => {
	const { api } = runs;
	const email = 'charge.ada@example.com';
	const ada = await runs.add('customers', { email, name: 'Ada', products: [PRODUCT] });
	const open = await api.createWorkflow(withStandIns(readExample('failed-charges')));
	await expect(api.activate(open)).rejects.toThrow();
	const id = await runs.import('failed-charges');
	const post = async (body: object, authorization = LOGIN) =>
		await fetch(`${api.url}/webhook/change-this-secret-path`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close', authorization },
			body: JSON.stringify(body),
		});
	const ended = async () =>
		(await api.executions(id)).filter(({ status }) => /success|error/.test(status));
	let pushed = 0;
	/** Sends a call and waits for its execution, so that the calls are handled in their order. */
	const push = async (body: object) => {
		expect((await post(body)).status).toBe(200);
		pushed += 1;
		await expect.poll(async () => (await ended()).length, ARRIVAL).toBe(pushed);
	};
	// The example must ignore the other values.
	const customer = { id: ada, email: 'attacker@example.com', name: 'Attacker' };
	await runs.whilePublished(id, async () => {
		expect((await post({ topic: 'charge_failed', customer }, 'Basic none')).status).toBe(401);
		for (const topic of ['charge_failed', 'customer.charge.failed', 'set_cancellation', 'renewed'])
			await push({ topic, customer });
		await push({ topic: 'charge_failed', customer: { id: 99_999_999 } });
	});
	const mails = mailsOf(await api.emitted(id, 'Email the Customer'));
	expect(mails.map(({ toEmail, subject }) => [toEmail, subject])).toEqual([
		[email, 'Is your card still valid?'],
		[email, 'Before you go'],
	]);
	expect((await ended()).filter(({ status }) => status === 'error')).toHaveLength(2);

	// The made-up call is about nobody until somebody enters an ID.
	const tried = await runs.run(id, 'Click to Try');
	expect(tried.error).toContain('No customer 0');
});

/** Mailchimp that has nobody of its audience, in the words of n8n's HTTP Request. */
const NOT_THERE = 'The resource you are requesting could not be found';

test('crm-and-newsletter: a test of each start writes and invites only the own address', async () => {
	await runs.add('customers', { email: 'step.new@example.com', name: 'New', products: [PRODUCT] });
	const id = await runs.import(
		'crm-and-newsletter',
		changed({ 'Update in Mailchimp': refusing('true', NOT_THERE) }),
	);
	for (const start of ['Access Begins or Ends', 'Every Sunday at 3']) {
		const output = await runs.output(id, start);
		expect(only(output['What Is Sent'])).toMatchObject({ email: TESTER });
		expect(JSON.stringify(output['Contact in HubSpot'])).toContain(TESTER);
		const { status } = only(
			z.array(z.looseObject({ status: z.string() })).parse(output['What Is Sent']),
		);
		expect(output['Invite in Mailchimp'] ?? []).toHaveLength(status === 'enabled' ? 1 : 0);
	}
});

test('crm-and-newsletter: published, a customer who is in no audience is asked, and one who is refused is named', async () => {
	const { api } = runs;
	const id = await runs.import('crm-and-newsletter', (workflow) =>
		polledOften(
			changed({
				'Update in Mailchimp': scripted(
					`if ($json.email === 'step.asked@example.com') throw new Error('${NOT_THERE}');\n` +
						`if ($json.email === 'step.refused@example.com') throw new Error('Looks fake');\n` +
						`return { json: $json };`,
				),
			})(workflow),
		),
	);
	await runs.whilePublished(id, async () => {
		const add = async (email: string) =>
			await runs.add('customers', { email, products: [PRODUCT] });
		await add('step.asked@example.com');
		await add('step.refused@example.com');
		const bodies = async () => JSON.stringify(await api.emitted(id, 'Invite in Mailchimp'));
		await expect.poll(bodies, ARRIVAL).toContain('step.asked@example.com');
		const ended = async () => (await api.executions(id)).map(({ status }) => status);
		await expect.poll(ended, ARRIVAL).toContain('error');
		expect(await bodies()).not.toContain('step.refused@example.com');
	});
});

test('access-ended: a test changes the own address, and what fails is named', async () => {
	const email = 'outside@example.com';
	await runs.add('customers', { email, products: [PRODUCT], status: 'expired' });
	const refused = scripted("throw new Error('Not a member')");
	const id = await runs.import('access-ended', changed({ 'Mark in Mailchimp': refused }));
	const { error, output } = await runs.run(id, 'Access Begins or Ends');
	expect(JSON.stringify(output['Mark in HubSpot'])).toContain(TESTER);
	expect(output['Join or Leave in Circle']).toMatchObject([
		{ method: expect.stringMatching(/^(POST|DELETE)$/) },
	]);
	expect(error).toMatch(/^A tool was not updated: you@example\.com .* Not a/);
});

test('upload-complete, release-announcement and live-event-reminder: titles do nothing in Slack', async () => {
	const title = 'Fish & <!channel>';
	const video = await runs.add('videos', { title, status: 'processing' });
	await runs.service.control('POST', `videos/${video}/finish`);
	const safe = 'Fish & ‹!channel›';
	const uploads = await runs.output(await runs.import('upload-complete'), 'Upload Completed');
	const { channelId, text } = only(messagesOf(uploads['Tell the Team']));
	expect([channelId, text]).toEqual(['#uploads', expect.stringContaining(`• ${safe}`)]);

	const releases = await runs.output(await runs.import('release-announcement'), 'Video Published');
	expect(only(textsOf(releases['Post to Slack']))).toContain(safe);
	expect(only(mailsOf(releases['Send the Newsletter'])).text).toContain(`- ${safe}`);

	const scheduledAt = new Date(Date.now() + 7_200_000).toISOString();
	await runs.add('live_events', { title, scheduledAt, videoId: video });
	const live = await runs.output(await runs.import('live-event-reminder'), 'Live Event Created');
	expect(only(mailsOf(live['Remind by Email'])).subject).toMatch(
		new RegExp(`^Live on \\w+, \\d+ \\w+ at \\d\\d:\\d\\d .+: ${safe}$`),
	);
});

test('comment-moderation: comments with an unwanted word are reported, and the moderators are told', async () => {
	const videoId = await runs.add('videos', { title: 'Much Talked About', status: 'uploaded' });
	const comment = async (content: string) => await runs.add('comments', { videoId, content });
	await comment('A spammer lives in my casinos');
	const casino = await comment('Come to my CASINO, <!channel>!');
	const gone = await comment('You idiot.');
	await runs.fail({ method: 'POST', path: `/comments/${gone}/report` }, 404);
	const id = await runs.import('comment-moderation');
	const { error, output } = await runs.run(id, 'Unwanted Comment');
	expect(await runs.fulfilled('POST')).toContain(`POST /comments/${casino}/report`);
	const text = only(textsOf(output['Tell the Moderators']));
	expect(text).toContain('Come to my CASINO, ‹!channel›!');
	expect(text).not.toContain('spammer');
	expect(error).toMatch(new RegExp(`^Comments that .*\nComment ${gone}: `));
});

test('comment-triage: the model sorts, a moderator decides, questions go to support', async () => {
	const lastWords = ({ messages }: ModelRequest) => JSON.stringify(messages.at(-1)?.content);
	const model = await startModel((request) => {
		const words = lastWords(request);
		if (words.includes('Unreadable')) return 400;
		const unwanted = words.includes('casino');
		const question = words.includes('?');
		return JSON.stringify({ unwanted, question, fallback: !unwanted && !question });
	});
	await runs.useCredential('OpenAI account', 'openAiApi', { apiKey: 'none', url: model.url });
	const videoId = await runs.add('videos', { title: 'Triage', status: 'uploaded' });
	const id = await runs.import('comment-triage', withStandIns);
	/** Runs it with the newest comment, as *Execute workflow* does. */
	const said = async (content: string) => {
		const comment = await runs.add('comments', { videoId, content });
		return { comment, ...(await runs.run(id, 'Comment Created')) };
	};
	const { comment, status } = await said('Visit my casino');
	expect(status).toBe('success');
	expect(await runs.fulfilled('POST')).toEqual([`POST /comments/${comment}/report`]);
	const { output } = await said('When is part two?');
	expect(only(textsOf(output['Tell Support']))).toContain('When is part two?');
	const lovely = await said('Lovely.');
	expect([lovely.status, lovely.output['Tell Support']]).toEqual(['success', undefined]);
	expect((await said('Unreadable')).status).toBe('error');
	await model.stop();
	expect(await runs.fulfilled('POST')).toHaveLength(1);
});

test('when-a-workflow-fails: Slack gets what happened, what to do and a link, once an hour', async () => {
	const { api } = runs;
	const reporter = await runs.import('when-a-workflow-fails');
	await api.activate(reporter);
	const schedule = { rule: { interval: [{ field: 'seconds', secondsInterval: 2 }] } };
	const failing = await runs.import('anniversary', (workflow) => ({
		...withNodes(withStandIns(workflow), (node) =>
			node.name === 'Every Day at 9' ? replaced(node, ['scheduleTrigger', 1.2], schedule) : node,
		),
		settings: { executionOrder: 'v1', errorWorkflow: reporter },
	}));
	await runs.fail({ method: 'GET', path: '/customers' }, 403, { times: 1000 });
	await api.activate(failing);
	const reported = async () => (await api.executions(reporter)).length;
	await expect.poll(reported, ARRIVAL).toBeGreaterThan(1);
	await api.deactivate(failing);

	const message = only(messagesOf(await api.emitted(reporter, 'Tell the Team')));
	expect(message.channelId).toBe('#workflows');
	const [headline, why, link] = message.text.split('\n');
	expect(headline).toBe(
		':red_circle: Anniversary of the subscription failed at Customers with Access:',
	);
	expect(why).toMatch(/\w{3,}\. \w{3,}/);
	expect(link).toMatch(/^http.*\/executions\/\d+$/);
	await api.deactivate(reporter);
});
