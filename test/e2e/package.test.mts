import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../../scripts/lib/paths.mts';
import { packPackage } from '../../scripts/lib/package.mts';

const manifestSchema = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
	dependencies: z.never().optional(),
});

let files: string[];

beforeAll(async () => {
	const { tarball } = await packPackage();
	files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((file) => file.replace(/^package\//, ''));
});

test('the tarball holds every file that package.json names for n8n', () => {
	const manifest = manifestSchema.parse(
		JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')),
	);
	expect(files).toEqual(
		expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
	);
});

test('each node has its codex beside it, and each icon is there', () => {
	const nodes = files.filter((file) => file.endsWith('.node.js'));
	expect(files).toEqual(
		expect.arrayContaining(nodes.map((file) => file.replace(/\.js$/, '.json'))),
	);
	expect(files.filter((file) => file.endsWith('.svg')).length).toBeGreaterThanOrEqual(2);
});

test('the tarball holds the licence, the readme and the changelog', () => {
	expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
});

test('the tarball holds no tests, no sources and no leftovers of the build', () => {
	const unwanted =
		/\.ts$|\.mts$|\.tsbuildinfo$|\.map$|(^|\/)test\/|\.test\.|^scripts\/|node_modules|dist\/package\.json/;
	expect(files.filter((file) => unwanted.test(file))).toEqual([]);
});
