// What docs/results.md calls an outcome, a reason or a field is one of the nodes.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { ROOT } from '../../scripts/lib/paths.mts';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const sources = globSync('nodes/**/*.ts', { cwd: ROOT }).map(read).join('\n');
const words = new Set(sources.match(/[A-Za-z]\w*/g));

/** Names in backticks, without values and expressions. */
const named = [...read('docs/results.md').matchAll(/`([a-z]\w*)`/g)].map(([, name = '']) => name);

test('every name in backticks in docs/results.md is a word of the nodes', () => {
	expect(named.length).toBeGreaterThan(40);
	expect([...new Set(named)].filter((name) => !words.has(name))).toEqual([]);
});
