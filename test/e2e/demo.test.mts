// Executes all examples as the demo has them, in a real n8n against the simulated service, and answers their questions on
// the demo's page. A scripted model, a mail server and the page run on loopback.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { demoReply } from '../../scripts/demo/model.mts';
import { startPage, type DemoPage } from '../../scripts/demo/page/index.mts';
import {
	demoCredentials,
	demoExamples,
	seedDemo,
	seedTables,
	UNDOABLE_RUN,
	uploadSubtitled,
} from '../../scripts/lib/demo.mts';
import { EXAMPLES, exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { startMailbox } from '../../scripts/lib/mailbox.mts';
import { startModel } from '../../scripts/lib/model.mts';
import { OWN_CONNECTION, type WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { defined, first } from '../kit/defined.mts';
import { TestedEditor } from './kit/editor.mts';
import { ARRIVAL, csvFile, ExampleRuns, LOGIN } from './kit/exampleRuns.mts';

const runs = new ExampleRuns('demo');

/** A customer of the demo who has cancelled. */
const CUSTOMER = 'cleo.cancelled@example.com';

const isTrigger = ({ type }: INode) => /Trigger$|\.webhook$/.test(type);

/** Returns the nodes in which the steps of a trigger end, but for those of an error output. */
function lastNodes({ nodes, connections }: WorkflowDefinition, trigger: string): string[] {
	const byName = new Map(nodes.map((node) => [node.name, node]));
	const allNextOf = (name: string) => {
		const outputs = connections[name]?.main ?? [];
		const regular =
			byName.get(name)?.onError === 'continueErrorOutput' ? outputs.slice(0, -1) : outputs;
		return regular.flatMap((ends) => ends ?? []).map(({ node }) => node);
	};
	const isStop = (name: string) => defined(byName.get(name)).type.endsWith('.stopAndError');
	/** Whether a step is an end as failed, or only decides about one, which is beside the job. */
	const endsAsFailed = (name: string) =>
		isStop(name) || (allNextOf(name).length > 0 && allNextOf(name).every(isStop));
	const nextOf = (name: string) => allNextOf(name).filter((next) => !endsAsFailed(next));
	const reached = new Set([trigger]);
	for (const name of reached) for (const next of nextOf(name)) reached.add(next);
	const order = [...reached];
	return order.filter(
		(name, place) =>
			// The last step of a loop leads back to its start.
			nextOf(name).every((next) => order.indexOf(next) < place) &&
			!/\.(noOp|stopAndError)$/.test(defined(byName.get(name)).type),
	);
}

const formSchema = z.object({
	formFields: z.object({
		values: z.array(
			z.object({
				fieldType: z.string().default('text'),
				fieldOptions: z
					.object({ values: z.array(z.object({ option: z.string() })) })
					.default({ values: [] }),
			}),
		),
	}),
	options: z.object({ path: z.string() }),
});

/** Fills in a form as somebody who tries the demo. */
function answersTo(parameters: INode['parameters']): Array<string | File> {
	const { formFields, options } = formSchema.parse(parameters);
	const sheet = options.path === 'import-videos' ? 'videos.csv' : 'customers.csv';
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
	const texts: Record<string, string> = { email: CUSTOMER, textarea: CUSTOMER, date: tomorrow };
	return formFields.values.map(({ fieldType, fieldOptions }) => {
		if (fieldType === 'file')
			return csvFile(readFileSync(path.join(EXAMPLES, sheet), 'utf8'), sheet);
		const [choice] = fieldOptions.values;
		return choice?.option ?? texts[fieldType] ?? 'Ada';
	});
}

/** Starts a workflow as its trigger does, and returns the output of its nodes. */
async function runFrom(id: string, { name, type, parameters }: INode) {
	const { api } = runs;
	if (/\.formTrigger$/.test(type)) {
		const { options } = formSchema.parse(parameters);
		return await runs.fill(id, options.path, ...answersTo(parameters));
	}
	if (/\.webhook$/.test(type)) {
		await api.activate(id);
		const { id: customer_id } = first(await runs.customers(`status=all&query=${CUSTOMER}`));
		await fetch(`${api.url}/webhook/${String(parameters.path)}`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'X-Partner': 'demo-secret',
				authorization: LOGIN,
			},
			body: JSON.stringify({ topic: 'charge_failed', customer_id, email: CUSTOMER }),
		});
		await expect.poll(async () => (await api.executions(id)).length, ARRIVAL).toBe(1);
		const execution = await runs.finished(id, first(await api.executions(id)).id);
		await api.deactivate(id);
		return execution;
	}
	const chat = {
		sessionId: name,
		action: 'sendMessage',
		chatInput: `Why can't ${CUSTOMER} watch?`,
	};
	const item = /chatTrigger$/.test(type) ? chat : undefined;
	return await runs.finished(id, await api.startManually(id, name, item));
}

/** A shop's calls cannot be had without an account there. */
const reachableExamples = exampleNames.filter(
	(name) => !readExample(name).nodes.some(({ type }) => /\.(stripe|mcp)Trigger$/.test(type)),
);

let page: DemoPage;
let editor: TestedEditor;
let stop = async () => {};
let examples: Record<string, WorkflowDefinition> = {};

/** n8n takes other clients for previews of a link, and a browser without a window is one of them. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' };

beforeAll(async () => {
	page = await startPage();
	const [model, mailbox] = [await startModel(demoReply), await startMailbox(page.addMail)];
	stop = async () => {
		await model.stop();
		await mailbox.stop();
		await page.stop();
	};
	const replacements = { modelUrl: model.url, mailPort: mailbox.port, pageUrl: page.url };
	const created = [];
	for (const { name, type, data } of demoCredentials(runs.service, replacements))
		created.push(await runs.api.createCredential(name, type, { ...data }));
	const workflows = demoExamples(created).map(({ id: _, ...workflow }) => workflow);
	examples = Object.fromEntries(
		exampleNames.map((name, index) => [name, defined(workflows[index])]),
	);
	await seedDemo(runs.service);
	editor = await TestedEditor.open(runs.api);
	await editor.page.context().setExtraHTTPHeaders(BROWSER);
});

beforeEach(async () => await seedTables(runs.service, runs.api));

afterEach(async ({ task }) => {
	if (task.result?.state === 'fail') await editor.picture('demo-failed');
});

afterAll(async () => {
	await editor?.close();
	await stop();
});

/** Imports an example as the demo has it. */
const importExample = async (name: string) =>
	await runs.api.createWorkflow(defined(examples[name]));

/** Opens the page of the demo and returns its newest entry of a kind with a text. */
async function newest(kind: 'mail' | 'slack', text: string): Promise<Locator> {
	await editor.page.goto(page.url);
	return editor.page.locator(`article.${kind}`, { hasText: text }).first();
}

test('Approve on the page of the demo goes on with the workflow', async () => {
	const id = await importExample('comment-triage');
	const execution = await runs.api.startManually(id, 'Comment Created');
	const statuses = async () => (await runs.api.executions(id)).map(({ status }) => status);
	await expect.poll(statuses, ARRIVAL).toEqual(['waiting']);
	const question = await newest('slack', 'Report this comment');
	const opening = editor.page.context().waitForEvent('page');
	await question.getByText('Approve', { exact: true }).click();
	const answered = await opening;
	await answered.waitForLoadState();
	await answered.close();
	const { status } = await runs.finished(id, execution);
	expect(status).toBe('success');
	expect(await runs.fulfilled('POST')).toContainEqual(expect.stringMatching(/report$/));
});

test('the page of the demo shows the weekly numbers as a mail and as a message', async () => {
	const id = await importExample('weekly-numbers');
	const { status } = await runs.run(id, 'Every Monday at 8');
	expect(status).toBe('success');
	await (await newest('slack', 'The week to')).getByText('paying subscribers').waitFor();
	const mail = await newest('mail', 'Numbers of the week');
	await mail.frameLocator('iframe').getByText('paying subscribers').first().waitFor();
});

test('undo-a-run: the demo has a run that can be undone', async () => {
	const id = await importExample('undo-a-run');
	await runs.whilePublished(id, async () => {
		const { page: result } = await runs.submit(id, 'undo-a-run', UNDOABLE_RUN, 'Undo it');
		expect(result).toContain('1 granted access: rita.revoked@example.com');
		expect(result).toContain('1 lost access: gil.granted@example.com');
	});
});

test('number-alert: the number has fallen in the demo', async () => {
	await runs.output(await importExample('number-alert'), 'Every Day at 8');
	await (await newest('slack', 'Paying subscribers: ')).waitFor();
});

test('sheet-playlist: the sheet of the demo would change the playlist', async () => {
	await runs.output(await importExample('sheet-playlist'), 'Every Night at 3');
	await (await newest('slack', 'The playlist')).getByText('would be added').waitFor();
});

test('who-is-this: the last page of the form shows the note of the ticket', async () => {
	const id = await importExample('who-is-this');
	await runs.whilePublished(id, async () => {
		const { page: note } = await runs.submit(id, 'new-ticket', '1', CUSTOMER);
		expect(note).toMatch(/note in ticket 1.*May not watch: canceled.*Cleo Cancelled/s);
	});
});

/** Runs a script wherever a mail program or a page would let it. */
const HACK = 'top.hacked = true; window.hacked = true; parent.hacked = true';

const HOSTILE = `
	<script>${HACK}</script>
	<img src="x" onerror="${HACK}">
	<img src="http://localhost:9/pixel.png">
	<svg onload="${HACK}"></svg>
	<iframe src="javascript:${HACK}"></iframe>
	<link rel="stylesheet" href="http://localhost:9/style.css">
	<meta http-equiv="refresh" content="0; url=http://localhost:9/">
	<base href="http://localhost:9/" target="_top">
	<style>body { position: fixed } @import url(http://localhost:9/import.css)</style>
	<div style="position: fixed; inset: 0; height: 5000px">Over everything</div>
	<form id="form" action="http://localhost:9/" target="_top"><button>Send</button></form>
	<a href="javascript:${HACK}">Script</a>
	<a href="javascript:${HACK}" target="_self">Script here</a>
	<a href="http://localhost:9/top" target="_top">Top</a>
	<a href="http://localhost:9/self" target="_self">Self</a>`;

test('what strangers wrote runs no script on the page of the demo and loads nothing', async () => {
	const { page: tab } = editor;
	const elsewhere: string[] = [];
	await tab.route('http://localhost:9/**', async (route) => {
		elsewhere.push(route.request().url());
		await route.abort();
	});
	page.addMail({
		from: HOSTILE,
		to: HOSTILE,
		subject: `Hostile ${HOSTILE}`,
		html: HOSTILE,
		attachments: [{ name: HOSTILE, content: Buffer.from('') }],
	});
	page.addMessage({
		channel: HOSTILE,
		username: HOSTILE,
		text: `From Mallory ${HOSTILE}`,
		blocks: [],
	});
	const mail = await newest('mail', 'Hostile');
	await (await newest('slack', 'From Mallory')).waitFor();
	const frame = mail.frameLocator('iframe');
	await frame.getByText('Over everything').waitFor();
	// The last one leaves an empty frame behind.
	for (const link of ['Script', 'Script here', 'Send', 'Top', 'Self'])
		await frame.getByText(link, { exact: true }).dispatchEvent('click');
	await tab.waitForTimeout(1000);
	expect(elsewhere).toEqual([]);
	expect(tab.url()).toBe(`${page.url}/`);
	expect(await tab.evaluate('window.hacked')).toBeUndefined();
	// The frame stays within its entry.
	expect((await mail.locator('iframe').boundingBox())?.height).toBeLessThanOrEqual(902);
	expect(
		tab
			.context()
			.pages()
			.filter((name) => name !== tab).length,
	).toBeLessThanOrEqual(1);
	expect(
		await tab.evaluate('document.querySelectorAll("main script, main img, main svg").length'),
	).toBe(0);
	await editor.picture('demo-hostile');
});

/** Whether an error is the message with which a workflow ends by itself, up to what an expression adds. */
const isOwnEnd = ({ nodes }: WorkflowDefinition, error: string): boolean =>
	nodes
		.filter(({ type }) => type.endsWith('.stopAndError'))
		.map(({ parameters }) => String(parameters.errorMessage).replace(/^=/, '').split('{{')[0] ?? '')
		.some((message) => error.includes(message.trim()));

describe('in the demo', () => {
	const answered = new Set<string>();
	let timer: NodeJS.Timeout;

	/** Approves every question as soon as n8n waits for the answer. Before that, n8n refuses it. */
	async function approveAll(): Promise<void> {
		const buttons = page.messages
			.flatMap(({ blocks }) => blocks)
			.flatMap((block) => (block.type === 'actions' ? block.elements : []));
		for (const { url = '', text } of buttons) {
			if (text.text !== 'Approve' || answered.has(url)) continue;
			const { ok } = await fetch(url, { headers: { ...BROWSER, ...OWN_CONNECTION } });
			if (ok) answered.add(url);
		}
	}

	beforeAll(() => {
		timer = setInterval(() => void approveAll(), 1000);
	});

	afterAll(() => clearInterval(timer));

	test.for(reachableExamples)('%s reaches its last node with an item', async (name) => {
		const workflow = defined(examples[name]);
		// The examples before it have uploaded others.
		if (name === 'describe-videos') await uploadSubtitled(runs.service);
		// The test reads executions, also those that n8n does not keep otherwise.
		const id = await runs.api.createWorkflow({ ...workflow, settings: { executionOrder: 'v1' } });
		const started = new Set<string>();
		for (const trigger of workflow.nodes.filter(isTrigger)) {
			const next = JSON.stringify(workflow.connections[trigger.name]);
			if (started.has(next)) continue;
			started.add(next);
			const { error, output } = await runFrom(id, trigger);
			// Made-up rows that are invalid on purpose end an execution as failed, after everything else.
			expect(error === undefined || isOwnEnd(workflow, error), error).toBe(true);
			// n8n runs a node only when it gets an item.
			const ends = lastNodes(workflow, trigger.name);
			expect(
				ends.filter((end) => end in output),
				`none of ${ends.join(', ')}`,
			).not.toEqual([]);
			const files = workflow.nodes.filter(
				({ parameters }) => parameters.respondWith === 'returnBinary',
			);
			for (const { name: page } of files) expect(output, 'a returned file').toHaveProperty([page]);
		}
	});
});
