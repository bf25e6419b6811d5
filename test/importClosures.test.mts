// What a reader has before them to understand one operation: the lines and the types of the files that it imports, directly
// or not, when it is loaded or with its first execution, other than as types.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { expect, it } from 'vitest';

const IMPORT = /^(?:import|export)\s+(?!type\s)([^;]*?)\s*from\s+'(\.[^']+)'/gms;
const LATE_IMPORT = /\bawait import\('(\.[^']+)'\)/g;
const TYPE = /^(?:export )?(?:type|interface|(?:abstract )?class)\s+\w/gm;

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
	const text = readFileSync(file, 'utf8');
	const early = [...text.matchAll(IMPORT)].filter(([, clause = '']) => !isOfTypes(clause));
	const late = [...text.matchAll(LATE_IMPORT)];
	const paths = [...early.map(([, , path = '']) => path), ...late.map(([, path = '']) => path)];
	return paths.map((path) => fileOf(resolve(dirname(file), path)));
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

/** Maximum numbers of types and lines. Lower a limit when a closure shrinks, and never raise one. */
const LIMITS = [
	['Video/operations/get', 37, 3093],
	['Customer/operations/get', 40, 3772],
	['Customer/operations/grantAccess', 71, 5760],
	['Customer/operations/syncAccess', 85, 6875],
	['Collection/operations/syncItems', 75, 5912],
	['VideoSubscriptionTrigger/VideoSubscriptionTrigger.node', 78, 6512],
] as const;

it.each(LIMITS)('nodes/%s reaches at most %d types and %d lines', (entry, mostTypes, mostLines) => {
	const reached = [...closureOf(`nodes/${entry}.ts`)].map((file) => {
		const text = readFileSync(file, 'utf8');
		return {
			file: file.slice(resolve('nodes').length + 1),
			lines: text.split('\n').length - 1,
			types: [...text.matchAll(TYPE)].length,
		};
	});
	const sumOf = (count: 'lines' | 'types') =>
		reached.reduce((sum, { [count]: part }) => sum + part, 0);
	const listed = reached
		.sort((a, b) => b.lines - a.lines)
		.map(({ file, lines, types }) => `${lines} lines, ${types} types: ${file}`);
	expect(sumOf('types'), listed.join('\n')).toBeLessThanOrEqual(mostTypes);
	expect(sumOf('lines'), listed.join('\n')).toBeLessThanOrEqual(mostLines);
	expect(reached.length).toBeGreaterThan(10);
});
