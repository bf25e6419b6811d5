// The lines that a reader has before them to understand one operation: those of the files that it imports, directly or
// not, other than as types.
import { existsSync, readFileSync } from 'node:fs';
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

/** Tables that each new record or event extends. A reader needs one entry of them, so their lines do not count. */
const TABLES = [
	'shared/output/records.ts',
	'shared/resources/resources.ts',
	'VideoSubscriptionTrigger/events/created.ts',
	'VideoSubscriptionTrigger/events/index.ts',
];

/** Maximum numbers of lines. Lower a limit when a closure shrinks, and never raise one. */
const LIMITS = [
	['Video/operations/get', 2795],
	['Comment/operations/get', 2795],
	['Product/operations/get', 2795],
	['PairingCode/operations/get', 2830],
	['LiveEvent/operations/get', 2795],
	['Collection/operations/get', 3197],
	['Customer/operations/get', 3197],
	['Customer/operations/grantAccess', 5359],
	['Customer/operations/syncAccess', 6051],
	['Collection/operations/syncItems', 5283],
	['VideoSubscriptionTrigger/VideoSubscriptionTrigger.node', 5700],
] as const;

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

it.each(LIMITS)('nodes/%s reaches at most %d lines', (entry, most) => {
	const reached = [...closureOf(`nodes/${entry}.ts`)]
		.map((file) => ({ file: file.slice(resolve('nodes').length + 1), lines: linesOf(file) }))
		.filter(({ file }) => !TABLES.includes(file));
	const total = reached.reduce((sum, { lines }) => sum + lines, 0);
	const listed = reached.sort((a, b) => b.lines - a.lines).map((one) => `${one.lines} ${one.file}`);
	expect(total, listed.join('\n')).toBeLessThanOrEqual(most);
	expect(reached.length).toBeGreaterThan(10);
});
