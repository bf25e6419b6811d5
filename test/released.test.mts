import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runSaved, savedNodesIn } from './kit/saved.mts';
import { Wire } from './kit/wire.mts';

/** One folder for each released version: workflows that it saved, and the requests that they send. */
const released = new URL('released/', import.meta.url);

const folders = existsSync(released) ? readdirSync(released) : [];

/** The versions that the changelog names. */
const versions = [
	...readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8').matchAll(
		/^## \[(\d+\.\d+\.\d+)\]/gm,
	),
].map(([, version]) => String(version));

const GUIDE = 'See "Change what is saved" in CONTRIBUTING.md';

const wire = new Wire();
const { service } = wire;

const sorted = (values: object) => Object.fromEntries(Object.entries(values).sort());

/** Returns a request as one line, without codes and tokens, which differ each time. The order of parameters is ignored. */
const lineOf = (title: string, request: string, values: object) =>
	[
		title,
		request,
		...Object.entries(sorted(values)).map(([name, value]) => `${name}=${String(value)}`),
	]
		.join(' ')
		.replace(/codes\/\w+|\b[0-9a-f]{64}\b/g, '…');

/** Runs the saved workflows in a directory, and returns a line for each different request. */
async function requestsOf(workflows: URL): Promise<string[]> {
	const lines = new Set<string>();
	for (const saved of savedNodesIn(workflows)) {
		await runSaved(saved, service);
		for (const { method, path, query, body } of wire.take()) {
			const values = {
				...query,
				...(Object.keys(body).length > 0 && { body: JSON.stringify(sorted(body)) }),
			};
			lines.add(lineOf(`${saved.node}, ${saved.title}:`, `${method} ${path}`, values));
		}
	}
	return [...lines];
}

it('every released version has a folder with its workflows', () => {
	expect(
		versions.filter((version) => !folders.includes(version)),
		GUIDE,
	).toEqual([]);
});

it('the requests of saved workflows are the same in two runs, so that a release can hold them', async () => {
	const workflows = new URL('workflows/', import.meta.url);
	const lines = await requestsOf(workflows);
	expect(lines.length).toBeGreaterThan(100);
	expect(await requestsOf(workflows)).toEqual(lines);
});

it.each(folders)(
	'workflows saved with version %s send the same requests as then',
	{ timeout: 600_000 },
	async (version) => {
		const sent = await requestsOf(new URL(`${version}/workflows/`, released));
		const file = new URL(`${version}/requests.txt`, released);
		if (!existsSync(file)) writeFileSync(file, `${sent.join('\n')}\n`);
		const expected = readFileSync(file, 'utf8').trim().split('\n');
		expect(expected.length).toBeGreaterThan(100);
		const lost = expected.filter((line) => !sent.includes(line));
		expect(lost, GUIDE).toEqual([]);
	},
);
