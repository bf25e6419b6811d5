// Executes the examples with an AI model in a real n8n against the simulated service. A scripted model and
// what stands for Slack run on loopback.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { first } from '../kit/defined.mts';
import { ARRIVAL, ExampleRuns } from './kit/exampleRuns.mts';
import { reachable } from './kit/api.mts';
import { startPage } from '../../scripts/demo/page/index.mts';
import type { SlackMessage } from '../../scripts/demo/page/slack.mts';
import { startModel, type ModelRequest, type Reply } from '../../scripts/lib/model.mts';

/** A subscription product of the simulated service. */
const PRODUCT = 101;

const runs = new ExampleRuns('agents');

/** Scripts a model that calls Check Access, then the tool for the change, and repeats the result. */
function supportScript(email: string, change: string) {
	return ({ messages, tools }: ModelRequest): Reply => {
		const lastQuestion = messages.findLastIndex(({ role }) => role === 'user');
		const results = messages.slice(lastQuestion).filter(({ role }) => role === 'tool').length;
		const args = { email, product: PRODUCT };
		if (results === 0) return { tool: 'Check_Access', args };
		const definition = tools.find((tool) => tool.function.name === change);
		const isGated = JSON.stringify(definition?.function.parameters).includes('toolParameters');
		const asked = isGated ? { toolParameters: args, hitlParameters: {} } : args;
		if (results === 1) return { tool: change, args: asked };
		return `Told: ${String(messages.at(-1)?.content)}`;
	};
}

interface Talk {
	email: string;
	/** The tool for the change. */
	change: 'Grant_Access' | 'Revoke_Access';
	isApproved: boolean;
	/** Runs after the question was asked, before it is answered. */
	meanwhile?: () => Promise<void>;
}

/** Returns the address of a button in Slack. */
const linkOf = ({ blocks }: SlackMessage, label: string): string =>
	blocks
		.flatMap((block) => (block.type === 'actions' ? block.elements : []))
		.find(({ text }) => text.text === label)?.url ?? '';

/** Asks the support agent one question, and answers what it asks the support lead in Slack. */
async function talk({ email, change, isApproved, meanwhile = async () => {} }: Talk) {
	const model = await startModel(supportScript(email, change));
	const page = await startPage();
	await runs.useCredential('OpenAI account', 'openAiApi', { apiKey: 'none', url: model.url });
	await runs.useCredential('Slack account', 'slackApi', { accessToken: page.url });
	const id = await runs.import('support-agent', (workflow) => workflow);
	const message = { sessionId: email, action: 'sendMessage', chatInput: `${email} cannot watch` };
	const started = await runs.api.startManually(id, 'Support Chat', message);
	await expect.poll(() => page.messages.length, ARRIVAL).toBe(1);
	// Between sending and waiting, n8n ignores a decision.
	const statuses = async () => (await runs.api.executions(id)).map(({ status }) => status);
	await expect.poll(statuses, ARRIVAL).toEqual(['waiting']);
	expect(await runs.writes()).toEqual([]);

	const question = first(page.messages);
	expect(JSON.stringify(question.blocks)).toContain(change.replace('_', ' '));
	expect(JSON.stringify(question.blocks)).toContain(email);
	await meanwhile();
	// n8n ignores other clients: they may only preview the link.
	await fetch(reachable(runs.api, linkOf(question, isApproved ? 'Approve' : 'Decline')), {
		headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' },
	});
	const { status, output } = await runs.finished(id, started);
	await model.stop();
	await page.stop();
	expect(status).toBe('success');
	const [{ output: told }] = z
		.tuple([z.object({ output: z.string() })])
		.parse(output['Support Agent']);
	return { told, requests: model.requests };
}

/** Checks the names, descriptions and parameters of the tools that the model gets. */
function expectDefinitions({ tools }: ModelRequest): void {
	expect(tools.map((tool) => tool.function.name).sort()).toEqual([
		'Check_Access',
		'Get_Customer',
		'Grant_Access',
		'List_Products',
		'Revoke_Access',
	]);
	const descriptions = tools.map((tool) => tool.function.description ?? '');
	expect(new Set(descriptions).size).toBe(tools.length);
	const parametersOf = (name: string) =>
		JSON.stringify(tools.find((tool) => tool.function.name === name)?.function.parameters);
	for (const name of ['Check_Access', 'Grant_Access', 'Revoke_Access']) {
		expect(parametersOf(name)).toContain('The email address of the customer');
		expect(parametersOf(name)).toContain('List Products returns it');
	}
	expect(parametersOf('Grant_Access')).not.toContain('dryRun');
}

test.each([
	{ decision: 'approved', email: 'agent.yes@example.com', isApproved: true },
	{ decision: 'declined', email: 'agent.no@example.com', isApproved: false },
])(
	'support-agent: it looks freely, and grants only what was $decision',
	async ({ email, isApproved }) => {
		const { told, requests } = await talk({ email, change: 'Grant_Access', isApproved });
		expect(told).toMatch(/^Told: .{10,}/);
		// The result of Check Access that the model gets.
		expect(JSON.stringify(requests[1]?.messages)).toContain('unknownCustomer');
		expect(await runs.fulfilled('GET')).not.toEqual([]);
		expect(await runs.holders(PRODUCT, email)).toEqual(isApproved ? [email] : []);
		expectDefinitions(first(requests));
	},
);

test('support-agent: a repeated request is carried out once, and can be undone', async () => {
	const email = 'agent.twice@example.com';
	await talk({ email, change: 'Grant_Access', isApproved: true });
	await runs.service.forgetRequests();
	const again = await talk({ email, change: 'Grant_Access', isApproved: true });
	expect(again.told).toContain('unchanged');
	expect(await runs.writes()).toEqual([]);
	expect(await runs.holders(PRODUCT, email)).toEqual([email]);

	const revoked = await talk({ email, change: 'Revoke_Access', isApproved: true });
	expect(revoked.told).toContain('revoked');
	expect(await runs.holders(PRODUCT, email)).toEqual([]);
});

test('support-agent: the model learns that the service failed midway, and why', async () => {
	const email = 'agent.fails@example.com';
	const { told } = await talk({
		email,
		change: 'Grant_Access',
		isApproved: true,
		meanwhile: async () => await runs.fail({ method: 'POST', path: '/customers' }, 403),
	});
	expect(told).toContain('does not allow this with the credential: Simulated failure');
	expect(await runs.holders(PRODUCT, email)).toEqual([]);
});
