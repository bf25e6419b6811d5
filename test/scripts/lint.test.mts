// What eslint.types.config.mjs promises: the rooms of nodes/shared from bottom to top, and rules that know types.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ESLint } from 'eslint';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { ROOT } from '../../scripts/lib/paths.mts';

const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: 'eslint.types.config.mjs' });
const configSchema = z.object({ rules: z.record(z.string(), z.array(z.unknown())) });
const rulesFor = async (file: string) =>
	configSchema.parse(await eslint.calculateConfigForFile(path.join(ROOT, file))).rules;

const page = readFileSync(path.join(ROOT, 'docs/developers/architecture.md'), 'utf8');
const [table = ''] = page.split('| Room ').slice(1);
const rooms = [
	...table
		.split('\n\n', 1)
		.join('')
		.matchAll(/^\| `(\w+)`/gm),
].map(([, room = '']) => room);

it('docs/developers/architecture.md names each room of nodes/shared', () => {
	expect([...rooms].sort()).toEqual(readdirSync(path.join(ROOT, 'nodes/shared')).sort());
});

const importsSchema = z.tuple([
	z.unknown(),
	z.object({ patterns: z.tuple([z.object({ group: z.array(z.string()) })]) }),
]);

it.each(rooms)('the room %s imports from no room above it', async (room) => {
	const rules = await rulesFor(`nodes/shared/${room}/x.ts`);
	const [, { patterns }] = importsSchema.parse(rules['no-restricted-imports']);
	const above = rooms.slice(rooms.indexOf(room) + 1);
	expect(patterns[0].group).toEqual([...above.map((other) => `../${other}/**`), '../../**']);
});

it.each(['nodes/x.ts', 'credentials/x.ts', 'service/x.mts', 'scripts/x.mts', 'test/x.test.mts'])(
	'%s is checked with its types',
	async (file) => {
		const rules = await rulesFor(file);
		for (const rule of ['no-floating-promises', 'no-misused-promises', 'no-unsafe-call'])
			expect(rules[`@typescript-eslint/${rule}`]?.[0], rule).toBe(2);
	},
);
