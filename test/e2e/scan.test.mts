import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { execa } from 'execa';
import { expect, test, vi } from 'vitest';

import { packPackage } from '../../scripts/lib/package.mts';
import { CACHE, ROOT } from '../../scripts/lib/paths.mts';

// n8n's scanner for verification, run on local files. Its rules treat every file as a node, so tests are left out.
vi.stubEnv('NODE_ENV', 'production');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(
	'@n8n/scan-community-package/scanner/scanner.mjs'
);

test('n8n’s scanner accepts the sources', async () => {
	expect(await analyzePackage(ROOT, SOURCE_FILE_PATTERNS)).toEqual({ passed: true });
});

test('n8n’s scanner accepts the published package', async () => {
	const { tarball } = await packPackage();
	const unpacked = path.join(CACHE, 'unpacked');
	rmSync(unpacked, { recursive: true, force: true });
	mkdirSync(unpacked, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', unpacked]);
	const result = await analyzePackage(path.join(unpacked, 'package'), ['**/*.js', 'package.json']);
	expect(result).toEqual({ passed: true });
});
