// What `.ci/run` and the workflows on GitHub call is there, and a step that fails is seen.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import manifest from '../../package.json' with { type: 'json' };
import { NODE_MAJOR } from '../../scripts/lib/node24.mjs';
import { ROOT } from '../../scripts/lib/paths.mts';
import { minorOf, OLDEST_N8N } from '../../scripts/lib/versions.mts';
import { SCHEDULERS } from '../e2e/kit/schedulers.mts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const matches = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, found = '']) => found);

const script = read('.ci/run');
const newUser = read('.ci/newUser.mjs');
const readme = read('README.md');
const workflows = readdirSync(path.join(ROOT, '.github/workflows')).map(
	(file) => [file, read(`.github/workflows/${file}`)] as const,
);

const logs = mkdtempSync(path.join(tmpdir(), 'ci-'));
afterAll(() => rmSync(logs, { recursive: true }));

/** Runs the functions and the end of `.ci/run` with two steps of their own. */
function runSteps(inBackground: string, inFront: string) {
	const functions = script.slice(script.indexOf('\npassed=0'), script.indexOf('\n# audit_tools'));
	const end = script.slice(script.indexOf('\nfor entry in'));
	const steps = `begin one ${inBackground}\nstep two ${inFront}\nfinish one`;
	const variables = `logs=${logs} work=${logs}/clone clone=${logs}/clone`;
	const text = ['set -uo pipefail', variables, functions, steps, end].join('\n');
	return spawnSync('bash', ['-c', text], { encoding: 'utf8' });
}

it.each([
	['true', 'true', 0, '2 passed, 0 failed'],
	['false', 'true', 1, '1 passed, 1 failed'],
	['true', 'false', 1, '1 passed, 1 failed'],
])('.ci/run with steps that are %s and %s ends with %i', (first, second, status, line) => {
	const run = runSteps(first, second);
	expect(run.stdout).toContain(`\n${line}\n`);
	expect(run.status).toBe(status);
});

it('.ci/run waits for each step that it begins', () => {
	const list = matches(script, /^for name in (.*); do\n\tfinish "\$name"/gm).flatMap((names) =>
		names.split(' '),
	);
	const finished = [...matches(script, /^finish ([a-z]\w*)/gm), ...list];
	expect(finished.sort()).toEqual(matches(script, /^begin ([a-z]\w*)/gm).sort());
});

it('.ci/run runs in each step the script whose name it has', () => {
	const steps = [...script.matchAll(/^(?:begin|step) (\w+) in_clone (?:nice )?npm run ([\w:]+)/gm)];
	expect(steps.map(([, name]) => name)).toEqual(
		expect.arrayContaining(['format', 'typecheck', 'lint', 'headless', 'e2e']),
	);
	for (const [, name = '', command = ''] of steps) expect(command.split(':')[0]).toBe(name);
});

it.each([['.ci/run', script], ...workflows] as const)(
	'%s calls only scripts and tests that exist',
	(_, text) => {
		const scripts = matches(text, /npm run (?:--silent )?([\w:]+)/g);
		expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
		const tests = text.match(/\btest\/[\w/]+\.test\.mts/g) ?? [];
		expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	},
);

it('a script whose output is kept prints nothing of npm’s own', () => {
	const kept = workflows.flatMap(([, text]) => text.match(/npm run .*>.*/g) ?? []);
	expect(kept.length).toBeGreaterThan(0);
	for (const command of kept) expect(command).toMatch(/^npm run --silent /);
});

it('GitHub tests the oldest n8n and the oldest Node.js that README.md promises, and each scheduler', () => {
	const texts = Object.fromEntries(workflows);
	const [oldest = ''] = matches(texts['ci.yml'] ?? '', /N8N_VERSION: (\S+)/g);
	expect(minorOf(oldest)).toBe(minorOf(OLDEST_N8N));
	const [, major] = /Node\.js 24 \(from (\d+)/.exec(readme) ?? [];
	expect(matches(texts['ci.yml'] ?? '', /node: \[(.*)\]/g)).toEqual([`${major}, ${NODE_MAJOR}`]);
	expect(matches(texts['nightly.yml'] ?? '', /scheduler: \[(.*)\]/g)).toEqual([
		Object.keys(SCHEDULERS).join(', '),
	]);
});

it('the new user of .ci/newUser.mjs runs the command of README.md, and reads what it prints', () => {
	const [command = ''] = matches(newUser, /startsWith\('(.*?)'\)\);/g);
	expect(readme).toContain(`\n${command} `);
	const printed = read('scripts/demo.mts')
		.replaceAll(/\$\{\w+\.url\}/g, 'http://localhost:5678')
		.replaceAll(/\$\{\w+\}/g, 'x');
	const patterns = matches(newUser, /\] = \/(.*)\/\.exec\(printed\)/g);
	expect(patterns).toHaveLength(2);
	for (const pattern of patterns) expect(printed).toMatch(new RegExp(pattern));
	for (const words of matches(newUser, /printed\.includes\('(.*?)'\)/g))
		expect(printed).toContain(words);
});
