import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runSaved, savedNodesIn } from './kit/saved.mts';
import { Wire } from './kit/wire.mts';

/** One folder for each released version: workflows that it saved, and the requests that they send. */
const released = new URL('released/', import.meta.url);

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

it.each(readdirSync(released))(
	'workflows saved with version %s send the same requests as then',
	{ timeout: 600_000 },
	async (version) => {
		const sent: string[] = [];
		for (const saved of savedNodesIn(new URL(`${version}/workflows/`, released))) {
			await runSaved(saved, service);
			for (const { method, path, query, body } of wire.take()) {
				const values = {
					...query,
					...(Object.keys(body).length > 0 && { body: JSON.stringify(sorted(body)) }),
				};
				sent.push(lineOf(`${saved.node}, ${saved.title}:`, `${method} ${path}`, values));
			}
		}
		const file = new URL(`${version}/requests.txt`, released);
		if (!existsSync(file)) writeFileSync(file, `${[...new Set(sent)].join('\n')}\n`);
		const expected = readFileSync(file, 'utf8').trim().split('\n');
		expect(expected.length).toBeGreaterThan(100);
		const lost = expected.filter((line) => !sent.includes(line));
		expect(lost, 'See "Change what is saved" in CONTRIBUTING.md').toEqual([]);
	},
);
