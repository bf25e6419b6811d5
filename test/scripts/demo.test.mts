import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv, promisify } from 'node:util';

import { expect, test } from 'vitest';

import { demoReply } from '../../scripts/demo/model.mts';
import { signIn } from '../../scripts/demo/owner.mts';
import { demoCredentials, demoExamples, firstWorkflow } from '../../scripts/lib/demo.mts';
import { PORTS } from '../../scripts/demo/ports.mts';
import { ROOT } from '../../scripts/lib/paths.mts';
import { createService } from '../../service/index.mts';

const check = { type: 'function', function: { name: 'Check_Access', parameters: {} } };

/** Returns what the support agent of the demo says after these results of its tools. */
function answerTo(question: string, ...results: unknown[]) {
	const content = (result: unknown) =>
		typeof result === 'string' ? result : JSON.stringify([result]);
	const messages = [
		{ role: 'user', content: question },
		...results.map((result) => ({ role: 'tool', content: content(result) })),
	];
	return demoReply({ messages, tools: [check] });
}

const WHY = "Why can't ada@example.com watch?";

test.each([
	['cancelled', /ada@example\.com cannot watch product 101: this person cancelled/],
	['none', /has never had this product, or lost it/],
	['unknownCustomer', /is not a customer: ask for another address/],
])('the support agent of the demo explains the reason %s', (reason, answer) => {
	expect(answerTo(WHY, { hasAccess: false, reason })).toMatch(answer);
});

test('the support agent of the demo explains a decline in a sentence, without JSON', () => {
	const declined = '[{"approved":false,"chatInput":"…"}]';
	const said = answerTo('Grant access to ada@example.com', { hasAccess: false }, declined);
	expect(said).toMatch(/^Nothing was changed: the support lead declined it/);
});

test('the workflows of the demo have pinned data, without which Execute Step fails after a run', () => {
	for (const workflow of [...firstWorkflow(), ...demoExamples([])])
		expect(workflow).toHaveProperty('pinData', {});
});

test('a node of the demo has no credential without an ID, so that the canvas warns of a missing one', () => {
	const references = [{ id: 'k', name: 'Key', type: 'videoSubscriptionApi' }];
	const nodes = demoExamples(references).flatMap((workflow) => workflow.nodes);
	const credentials = nodes.flatMap((node) => Object.entries(node.credentials ?? {}));
	expect(new Set(credentials.map(([type, { id }]) => `${type} ${id}`))).toEqual(
		new Set(['videoSubscriptionApi k']),
	);
});

test('the API key is the newest credential of the demo, so that n8n chooses it for a new node', () => {
	const common = { baseUrl: '', headerPrefix: 'SVC' };
	const service = {
		credentials: {
			videoSubscriptionApi: { ...common, apiKey: '' },
			videoSubscriptionOAuth2Api: { ...common, clientId: '', clientSecret: '', scope: '' },
		},
	};
	const byAge = demoCredentials(service, { modelUrl: '', mailPort: 1, pageUrl: '' }).sort((a, b) =>
		b.updatedAt.localeCompare(a.updatedAt),
	);
	expect(byAge[0]?.type).toBe('videoSubscriptionApi');
});

/** Sends a request as n8n's Slack node does, in a process with the demo's redirection, and returns the response. */
async function sendToSlack(hostname: string, token: string): Promise<string> {
	const hook = pathToFileURL(path.join(ROOT, 'scripts', 'demo', 'redirectSlack.mts')).href;
	const options = { hostname, path: '/api/test', headers: { Authorization: `Bearer ${token}` } };
	const code = `require('node:https').request(${JSON.stringify(options)}, (response) => response.pipe(process.stdout)).end()`;
	const { stdout } = await promisify(execFile)(process.execPath, ['--import', hook, '-e', code]);
	return stdout;
}

test('the Slack nodes of the demo send to its own page', async () => {
	const server = createServer((request, response) => response.end(`got ${request.url}`));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const response = await sendToSlack('slack.com', `http://127.0.0.1:${port}`);
	server.close();
	expect(response).toBe('got /api/test');
});

test.each(['slack.com', 'files.slack.com'])(
	'the demo sends nothing to a real Slack, %s, whatever the credential',
	async (hostname) => {
		await expect(sendToSlack(hostname, 'xoxb-somebody')).rejects.toThrow(/calls no real Slack/);
	},
);

test('the file with the password of the demo is private, and the next start signs in with it', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'owner-'));
	const calls: Array<[string, object]> = [];
	const api = {
		setUpOwner: async (owner: object) => void calls.push(['created', owner]),
		signIn: async (owner: object) => void calls.push(['signed in', owner]),
	};
	const owner = await signIn(api, folder);
	expect(statSync(path.join(folder, 'owner.json')).mode & 0o777).toBe(0o600);
	expect(await signIn(api, folder)).toEqual(owner);
	rmSync(folder, { recursive: true });
	expect(calls).toEqual([
		['created', owner],
		['signed in', owner],
	]);
	expect(owner.password).toMatch(/^.{16,}$/);
});

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const boxesOfDemo = () => demoExamples([]).flatMap((workflow) => workflow.nodes);

test('a wait of days takes three seconds in the demo, as its first steps say', () => {
	expect(read('scripts/demo/first-steps.txt')).toMatch(/a wait of days takes\s+three seconds/);
	const waits = boxesOfDemo().filter(({ type }) => type === 'n8n-nodes-base.wait');
	expect(waits.length).toBeGreaterThan(0);
	for (const { parameters } of waits)
		expect(parameters).toEqual({ resume: 'timeInterval', amount: 3, unit: 'seconds' });
});

const parametersOfBox = (name: string) =>
	JSON.stringify(boxesOfDemo().find((node) => node.name === name)?.parameters);

test('the demo tells of a fall at any numbers, and its sample call is about a customer of the service', () => {
	const [, percent] =
		/"name":"percent","value":(-?\d+)/.exec(parametersOfBox('Now and Before')) ?? [];
	expect(Number(percent)).toBeLessThan(-1000);
	const [, id] = /"body.customer_id","value":"(\d+)"/.exec(parametersOfBox('Sample Call')) ?? [];
	expect(createService().state.customers.existing(Number(id)).status).toBe('enabled');
});

test('n8n in the demo and in the tests sends nothing to the internet, and listens on this machine only', () => {
	const variables = Object.entries(parseEnv(read('scripts/demo/offline.env')));
	const switches = variables.filter(([name]) => /_(ENABLED|COOKIE)$/.test(name));
	expect(switches.length).toBeGreaterThan(8);
	expect(switches.filter(([, value]) => value !== 'false')).toEqual([]);
	expect(Object.fromEntries(variables)).toMatchObject({ N8N_LISTEN_ADDRESS: '127.0.0.1' });
});

test('every server of the project listens on this machine only', () => {
	const files = globSync('{scripts,service,test}/**/*.mts', { cwd: ROOT });
	const listening = files.flatMap((file) => read(file).match(/\.listen\(.*/g) ?? []);
	expect(listening.length).toBeGreaterThan(2);
	// This file asks for the name of the method, too.
	const calls = listening.filter((call) => !call.includes('match('));
	for (const call of calls) expect(call).toContain("'127.0.0.1'");
	const servers = files.flatMap((file) => read(file).match(/\bserve\(\{[^]*?\}/g) ?? []);
	for (const options of servers) expect(options).toContain("hostname: '127.0.0.1'");
});

test('CONTRIBUTING.md names the variable of each port of npm start', () => {
	const names = Object.values(PORTS).map(({ variable }) => `\`${variable}\``);
	expect(read('CONTRIBUTING.md')).toContain(
		`${names.join(', ').replace(/, ([^,]*)$/, ' and $1')} are the ports`,
	);
});
