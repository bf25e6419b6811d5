import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { execa } from 'execa';
import { beforeAll, expect, test, vi } from 'vitest';

import { manifest, packPackage } from '../../scripts/lib/package.mts';
import { CACHE, ROOT } from '../../scripts/lib/paths.mts';

// n8n's scanner for verification, run on local files. Its rules treat every file as a node, so tests are left out.
vi.stubEnv('NODE_ENV', 'production');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
	'@n8n/scan-community-package/scanner/scanner.mjs'
);

const unpacked = path.join(CACHE, 'unpacked', 'package');

beforeAll(async () => {
	const { tarball } = await packPackage();
	rmSync(unpacked, { recursive: true, force: true });
	mkdirSync(unpacked, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', path.dirname(unpacked)]);
});

test('n8n’s scanner accepts the sources', async () => {
	expect(await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)).toEqual({ passed: true });
});

test('n8n’s scanner accepts the published package', async () => {
	const result = await analyzePackage(unpacked, ['**/*.js', 'package.json']);
	expect(result).toEqual({ passed: true });
});

test('the published package holds the codex of each node, and no tests, sources or leftovers', () => {
	const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
	const nodes = files.filter((file) => file.endsWith('.node.js'));
	expect(nodes).toHaveLength(manifest().n8n.nodes.length);
	expect(files).toEqual(
		expect.arrayContaining(nodes.map((file) => file.replace(/\.js$/, '.json'))),
	);
	const unwanted =
		/\.m?ts$|\.tsbuildinfo$|\.map$|\.test\.|^(test|scripts|node_modules)\b|^dist\/package\.json$/;
	expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});
