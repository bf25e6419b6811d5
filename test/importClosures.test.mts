// The files that a reader opens to understand one operation: those that it imports, directly or not, other than as types.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { expect, it } from 'vitest';

const IMPORT = /^(?:import|export)\s+(?!type\s)([^;]*?)\s*from\s+'(\.[^']+)'/gms;

/** Whether an import clause names nothing but types. */
const isOfTypes = (clause: string) =>
	/^\{[^}]*\}$/s.test(clause) &&
	clause
		.slice(1, -1)
		.split(',')
		.map((name) => name.trim())
		.every((name) => name === '' || name.startsWith('type '));

const fileOf = (path: string) => (existsSync(`${path}.ts`) ? `${path}.ts` : `${path}/index.ts`);

function importsOf(file: string): string[] {
	return [...readFileSync(file, 'utf8').matchAll(IMPORT)]
		.filter(([, clause = '']) => !isOfTypes(clause))
		.map(([, , path = '']) => fileOf(resolve(dirname(file), path)));
}

function closureOf(file: string): Set<string> {
	const reached = new Set<string>();
	const open = [resolve(file)];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (reached.has(next)) continue;
		reached.add(next);
		open.push(...importsOf(next));
	}
	return reached;
}

/** Maximum numbers of files. Lower a limit when a closure shrinks, and never raise one. */
const LIMITS = [
	['Video/operations/get', 18],
	['Comment/operations/get', 18],
	['Product/operations/get', 18],
	['PairingCode/operations/get', 18],
	['LiveEvent/operations/get', 18],
	['Collection/operations/get', 20],
	['Customer/operations/get', 20],
	['Customer/operations/grantAccess', 31],
	['Customer/operations/syncAccess', 41],
] as const;

const MOST_SHARED = 44;

it.each(LIMITS)('nodes/%s reaches at most %d files', (operation, most) => {
	const reached = [...closureOf(`nodes/${operation}.ts`)].map((file) =>
		file.slice(resolve('nodes').length + 1),
	);
	expect(reached.length, reached.sort().join('\n')).toBeLessThanOrEqual(most);
	expect(reached.length).toBeGreaterThan(10);
});

it(`nodes/shared has at most ${MOST_SHARED} files`, () => {
	const files = readdirSync('nodes/shared', { recursive: true }).filter((name) =>
		String(name).endsWith('.ts'),
	);
	expect(files.length).toBeGreaterThan(40);
	expect(files.length).toBeLessThanOrEqual(MOST_SHARED);
});
