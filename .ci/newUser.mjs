// `node .ci/newUser.mjs <folder of a clone>`: runs the command of the README that starts n8n as a new user does, until its
// first workflow has run, then stops it with Ctrl-C. It needs nothing but Node.js.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const clone = process.argv[2];
const MINUTE_MS = 60_000;

/** The line of the README that starts n8n, as it stands there. */
const command = readFileSync(path.join(clone, 'README.md'), 'utf8')
	.split('\n')
	.find((line) => line.startsWith('npm start'));
if (command === undefined) throw new Error('README.md names no command that starts n8n.');

/** Waits for a value, and fails after so many minutes. */
async function waitFor(what, minutes, find) {
	const deadline = Date.now() + minutes * MINUTE_MS;
	while (Date.now() < deadline) {
		const found = await find();
		if (found) return found;
		await sleep(500);
	}
	throw new Error(`${minutes} minutes are over, and there is no ${what}.`);
}

console.log(`$ ${command}`);
const program = spawn('sh', ['-c', command], {
	cwd: clone,
	stdio: ['ignore', 'pipe', 'inherit'],
	// A process group of its own, to which Ctrl-C goes as in a terminal.
	detached: true,
});
let printed = '';
program.stdout.on('data', (text) => {
	printed += text;
	process.stdout.write(text);
});
let status;
program.on('exit', (code, signal) => (status = code ?? signal));

/** Returns what the command prints at the end of its start: where to sign in, and with what. */
const login = () => {
	if (status !== undefined) throw new Error(`"${command}" has ended with ${status}.`);
	const [, url, id] = /Open +(http\S+)\/workflow\/(\w+)/.exec(printed) ?? [];
	const [, email, password] = /Sign in +(\S+) +(\S+)/.exec(printed) ?? [];
	return password && printed.includes('Ctrl-C') && { url, id, email, password };
};

let cookie = '';
async function send(url, method, address, body) {
	const response = await fetch(`${url}/rest${address}`, {
		method,
		headers: { 'content-type': 'application/json', connection: 'close', cookie },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`n8n: ${response.status} to ${method} ${address}: ${text}`);
	const session = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
	if (session) [cookie] = session.split(';');
	return JSON.parse(text).data;
}

/** Runs the workflow that opens, as the button of the editor does. */
async function runFirstWorkflow({ url, id, email, password }) {
	await send(url, 'POST', '/login', { emailOrLdapLoginId: email, password });
	const workflowData = await send(url, 'GET', `/workflows/${id}`);
	const start = workflowData.nodes.find(({ type }) => type.endsWith('Trigger')).name;
	const run = { workflowData, triggerToStartFrom: { name: start } };
	const { executionId } = await send(url, 'POST', `/workflows/${id}/run`, run);
	const ended = await waitFor('end of the first workflow', 3, async () => {
		const execution = await send(url, 'GET', `/executions/${executionId}`);
		return ['success', 'error', 'crashed', 'canceled'].includes(execution.status) && execution;
	});
	if (ended.status !== 'success' || !ended.data.includes('"created"'))
		throw new Error(`The first workflow ends as "${ended.status}": ${ended.data}`);
	console.log(`The first workflow, "${workflowData.name}", has run and granted access.`);
}

try {
	const { url, ...rest } = await waitFor('login', 25, login);
	await runFirstWorkflow({ url, ...rest });
	process.kill(-program.pid, 'SIGINT');
	await waitFor('end after Ctrl-C', 1, () => status !== undefined);
	const isUp = await fetch(url).then(
		() => true,
		() => false,
	);
	if (isUp) throw new Error('n8n still answers after Ctrl-C.');
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
	if (status === undefined) process.kill(-program.pid, 'SIGINT');
}
