import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import { CACHE, ROOT } from '../../scripts/lib/paths.mts';
import { defined } from '../kit/defined.mts';

/** A copy of the project with the code of the recipes in CONTRIBUTING.md. */
const copy = path.join(CACHE, 'guide');

/** Renames the record of the recipes, because a tree in which somebody followed them has coupons already. */
const renamed = (text: string) =>
	text
		.replaceAll('coupon', 'voucher')
		.replaceAll('Coupon', 'Voucher')
		.replaceAll('collectionCreated', 'listCreated');

const guide = renamed(readFileSync(pathOf('CONTRIBUTING.md'), 'utf8'));

/** Returns the snippets below a heading. */
function snippetsOf(heading: string): string[] {
	const [, section = ''] = guide.split(`\n${heading}\n`);
	const [text = ''] = section.split(/^##+ /m);
	return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
}

const [record, listed, getAll, simplified, page] = snippetsOf('### A read');
const [created, create, creation] = snippetsOf('### A write');
const [event] = snippetsOf('## Add an event to the trigger');

const mention = `import type { OperationFile } from '../shared/panel/operations';
	import * as create from './operations/create';
	import * as getAll from './operations/getAll';
	export const OPERATIONS: OperationFile[] = [create, getAll];`;

/** Matches the start of a file that does not import the name, as one does in which somebody followed the recipes. */
const unlessImported = (name: string) =>
	new RegExp(`^(?![^]*import (?:type )?\\{[^}]*\\b${name}\\b)`);

/** The insertions. The recipes leave imports in existing files to the editor. */
const EDITS: Array<[file: string, place: RegExp, code: string | undefined]> = [
	['service/contract/products.mts', /(?=export const products = )/, record],
	['service/contract/products.mts', /(?<=export const products = \[)/, listed],
	['service/contract/products.mts', /(?<=export const products = \[)/, created],
	[
		'service/contract/products.mts',
		unlessImported('href'),
		"import { href } from './common.mts';\n",
	],
	['nodes/Voucher/operations/getAll.ts', /^/, getAll],
	['nodes/Voucher/operations/create.ts', /^/, create],
	['nodes/Voucher/operations.ts', /^/, mention],
	['nodes/shared/output/records.ts', /(?<=export const RECORDS = \{)/, simplified],
	['service/handlers/products.mts', /(?<=export const productRoutes = \[)/, page],
	['service/handlers/products.mts', /(?<=export const productRoutes = \[)/, creation],
	[
		'service/handlers/products.mts',
		unlessImported('idIn'),
		"import { idIn, listPage } from '../call.mts';\n",
	],
	['nodes/VideoSubscriptionTrigger/events/created.ts', /$/, event],
	[
		'nodes/VideoSubscriptionTrigger/events/types.ts',
		/(?<=export const EVENT_TYPES = \[)/,
		"'listCreated',",
	],
	[
		'nodes/VideoSubscriptionTrigger/events/index.ts',
		/^/,
		"import { listCreated } from './created';\n",
	],
	[
		'nodes/VideoSubscriptionTrigger/events/index.ts',
		/(?<=export const events: Record<EventType, EventSource> = \{)/,
		'listCreated,',
	],
];

beforeAll(() => {
	rmSync(copy, { recursive: true, force: true });
	for (const folder of ['nodes', 'service'])
		cpSync(pathOf(folder), path.join(copy, folder), { recursive: true });
	for (const [file, place, code] of EDITS) {
		const target = path.join(copy, file);
		mkdirSync(path.dirname(target), { recursive: true });
		const text = existsSync(target) ? readFileSync(target, 'utf8') : '';
		writeFileSync(
			target,
			text.replace(place, () => defined(code, `the code of ${file} in CONTRIBUTING.md`)),
		);
	}
});
afterAll(() => rmSync(copy, { recursive: true }));

test('the code of the guide fits the types of the nodes', () => {
	const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.test.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const edited = new Set(EDITS.map(([file]) => path.join(copy, file)));
	const files = [...edited].filter((file) => file.endsWith('.ts'));
	const host = ts.createCompilerHost(options);
	// Leaves out the imports of n8n, which take four times as long to check.
	host.resolveModuleNameLiterals = (names, from) =>
		names.map(({ text }) => {
			const isOurs = text.startsWith('.') || !from.includes('node_modules');
			return isOurs
				? ts.resolveModuleName(text, from, options, host)
				: { resolvedModule: undefined };
		});
	const program = ts.createProgram(files, { ...options, types: [] }, host);
	const problems = files.flatMap((file) => [
		...ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
	]);
	const hint = 'correct the snippets in CONTRIBUTING.md';
	expect(
		problems.map(({ messageText }) => messageText),
		hint,
	).toEqual([]);
});
