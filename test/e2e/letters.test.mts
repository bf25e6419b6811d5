// What only a real n8n shows of the examples that write to customers and to the team: polls, webhooks with a login, a model,
// and error workflows. What they write otherwise is tested in test/examples. Edit Fields nodes replace those that would
// contact Slack or a mail server: n8n evaluates the same expressions in the same place.
import { expect, test } from 'vitest';

import { readExample, replaced, withNodes, withStandIns } from '../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { startModel, type ModelRequest } from '../../scripts/lib/model.mts';
import { only } from '../kit/defined.mts';
import {
	ARRIVAL,
	ExampleRuns,
	given,
	LOGIN,
	mailsOf,
	messagesOf,
	textsOf,
} from './kit/exampleRuns.mts';
import { OFTEN } from './kit/trigger.mts';

const PRODUCT = 101;

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
