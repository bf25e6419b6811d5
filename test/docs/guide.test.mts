import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import { CACHE, ROOT } from '../../scripts/lib/paths.mts';
import { parsed } from '../kit/json.mts';

/** A copy of the project with the code of "Add an endpoint" in CONTRIBUTING.md. */
const copy = path.join(CACHE, 'guide');

/** Renames the guide's record, because a tree in which somebody followed the guide has coupons already. */
const renamed = (text: string) =>
	text.replaceAll('coupon', 'voucher').replaceAll('Coupon', 'Voucher');

const [, walk = ''] = renamed(readFileSync(pathOf('CONTRIBUTING.md'), 'utf8')).split(
	'## Add an endpoint',
);
const snippets = [...walk.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
const [record = '', endpoint = '', operation = '', simplified = '', handler = ''] = snippets;

const mention = `import type { OperationFile } from '../shared/properties/operations';
	import * as getAll from './operations/getAll';
	export const OPERATIONS: OperationFile[] = [getAll];`;

/** The insertions. The guide leaves imports in existing files to the editor. */
const EDITS: Array<[file: string, place: RegExp, code: string]> = [
	['service/contract/products.mts', /(?=export const products = )/, record],
	['service/contract/products.mts', /(?<=export const products = \[)/, endpoint],
	['service/contract/products.mts', /^/, "import { href } from './common.mts';\n"],
	['nodes/Voucher/operations/getAll.ts', /^/, operation],
	['nodes/Voucher/operations.ts', /^/, mention],
	['nodes/shared/output/records.ts', /(?<=export const RECORDS = \{)/, simplified],
	['service/handlers/products.mts', /(?<=export const productRoutes = \[)/, handler],
	['service/handlers/products.mts', /^/, "import { idIn, listPage } from '../call.mts';\n"],
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
			text.replace(place, () => code),
		);
	}
});
afterAll(() => rmSync(copy, { recursive: true }));

test('the operation of the guide fits the types of the nodes', () => {
	const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.test.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const files = EDITS.map(([file]) => path.join(copy, file)).filter((file) => file.endsWith('.ts'));
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
	expect(problems.map(({ messageText }) => messageText)).toEqual([]);
});

test('the service of the guide responds to its operation with the record', async () => {
	type Service = typeof import('../../service/index.mts');
	const { createService } = (await import(`${copy}/service/index.mts`)) as Service;
	const service = createService();
	const { body } = service.handle({
		method: 'GET',
		path: '/vouchers',
		query: new URLSearchParams({ product: service.href('products', 101), code: 'WELCOME-101' }),
		headers: { authorization: `Basic ${btoa(`${service.settings.apiKey}:`)}` },
	});
	expect(service.violations).toEqual([]);
	expect(parsed(body)).toMatchObject({ count: 1, _embedded: { vouchers: [{ id: 101 }] } });
});
