// The package as it is published. No n8n is started.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { manifest, packPackage } from '../../scripts/lib/package.mts';
import { ROOT } from '../../scripts/lib/paths.mts';

// n8n's scanner for verification, run on local files. Its rules treat every file as a node, so tests are left out.
vi.stubEnv('NODE_ENV', 'production');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
	'@n8n/scan-community-package/scanner/scanner.mjs'
);

const directory = mkdtempSync(path.join(tmpdir(), 'package-'));
const unpacked = path.join(directory, 'package');

beforeAll(async () => {
	const { tarball } = await packPackage();
	await execa('tar', ['-xzf', tarball, '-C', directory]);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const packed = () => readdirSync(unpacked, { recursive: true, encoding: 'utf8' });

test('n8n’s scanner accepts the sources', async () => {
	expect(await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)).toEqual({ passed: true });
});

test('n8n’s scanner accepts the published package', async () => {
	const result = await analyzePackage(unpacked, ['**/*.js', 'package.json']);
	expect(result).toEqual({ passed: true });
});

test('the published package holds the codex of each node, and no tests, sources or leftovers', () => {
	const files = packed();
	const nodes = files.filter((file) => file.endsWith('.node.js'));
	expect(nodes).toHaveLength(manifest().n8n.nodes.length);
	expect(files).toEqual(
		expect.arrayContaining(nodes.map((file) => file.replace(/\.js$/, '.json'))),
	);
	const unwanted =
		/\.m?ts$|\.tsbuildinfo$|\.map$|\.test\.|^(test|scripts|node_modules)\b|^dist\/package\.json$/;
	expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});

test('the published package holds every icon that a node or credential names', () => {
	const files = packed();
	const sources = files.filter((file) => /\.(node|credentials)\.js$/.test(file));
	const named = sources.flatMap((file) =>
		Array.from(
			readFileSync(path.join(unpacked, file), 'utf8').matchAll(/['"]file:([^'"]+)['"]/g),
			([, icon = '']) => path.join(path.dirname(file), icon),
		),
	);
	expect(named.length).toBeGreaterThanOrEqual(2 * sources.length);
	expect(files).toEqual(expect.arrayContaining(named));
});
