import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { choicesOf, operations } from '../scripts/lib/descriptions.mts';
import { filesIn } from '../scripts/lib/package.mts';
import { parsed } from './kit/json.mts';
import { credentialTypes, nodeTypeOf, nodeTypes } from './kit/engine.mts';
import manifest from '../package.json' with { type: 'json' };
import { itIsDescribedInFull } from './guards/descriptions.mts';
import { inWords, itHasTheUsualPanel, ownFields, subtitleOf } from './guards/structure.mts';

const root = fileURLToPath(new URL('..', import.meta.url));
const nodes = Object.entries(nodeTypes);

itIsDescribedInFull(nodes, operations);
itHasTheUsualPanel(nodes, operations);

/**
 * Returns a new folder with the package's manifest, and empty files with the names of its others: npm would read all
 * dependencies, and compress each file.
 */
function withNamesOnly(): string {
	const folder = mkdtempSync(join(tmpdir(), 'names-'));
	const entries = readdirSync(root, { withFileTypes: true }).filter(
		({ name }) => !['.cache', '.git', 'node_modules'].includes(name),
	);
	const names = entries.flatMap((entry) => {
		if (entry.isFile()) return [entry.name];
		const path = join(root, entry.name);
		// Of a folder that is not built, one file is as good as all.
		return entry.name === 'dist'
			? filesIn(path).map((file) => relative(root, file))
			: [join(entry.name, 'file')];
	});
	for (const name of names) {
		mkdirSync(join(folder, name, '..'), { recursive: true });
		const isRead = /^(package\.json|\..*ignore)$/.test(name);
		writeFileSync(join(folder, name), isRead ? readFileSync(join(root, name)) : '');
	}
	return folder;
}

describe('the package', () => {
	const packed = (kind: 'nodes' | 'credentials' | 'icons', suffix: string) =>
		readdirSync(join(root, kind), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith(suffix))
			.map((path) => `dist/${kind}/${path.replaceAll('\\', '/').replace(/\.ts$/, '.js')}`);

	it('names every node and credential', () => {
		expect([...manifest.n8n.nodes].sort(), '`npm run docs` names the nodes').toEqual(
			packed('nodes', '.node.ts').sort(),
		);
		expect([...manifest.n8n.credentials].sort()).toEqual(
			packed('credentials', '.credentials.ts').sort(),
		);
	});

	it('contains every icon that a node or credential names', () => {
		for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			const code = readFileSync(join(root, file), 'utf8');
			const icons = [...code.matchAll(/['"]file:([^'"]+)['"]/g)].map(([, icon = '']) =>
				relative(root, join(root, file, '..', icon)),
			);
			expect(icons, file).toHaveLength(2);
			for (const icon of icons) {
				expect(existsSync(join(root, icon)), icon).toBe(true);
				expect(
					manifest.files.some((folder) => icon.startsWith(`${folder}/`)),
					icon,
				).toBe(true);
			}
		}
	});

	it('packs what n8n loads, with its icons and descriptions, and nothing else that it could load', () => {
		const folder = withNamesOnly();
		const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: folder,
			encoding: 'utf8',
		});
		rmSync(folder, { recursive: true });
		const [{ files }] = parsed<[{ files: Array<{ path: string }> }]>(listed);
		const paths = files.map(({ path }) => path);
		const loaded = paths.filter((path) => /\.(node|credentials)\.js$/.test(path));
		expect(loaded.sort()).toEqual([...manifest.n8n.nodes, ...manifest.n8n.credentials].sort());
		for (const node of manifest.n8n.nodes) expect(paths).toContain(node.replace(/\.js$/, '.json'));
		const icons = packed('icons', '.svg');
		expect(icons.length).toBeGreaterThan(0);
		expect(paths).toEqual(expect.arrayContaining(icons));
		const others = paths.filter((path) => !/^dist\/(credentials|icons|nodes)\//.test(path));
		expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
	});

	it('has square icons, for light and dark of one size', () => {
		const sizes = packed('icons', '.svg').map((icon) => {
			const svg = readFileSync(join(root, icon.replace('dist/', '')), 'utf8');
			const [, width, height, box] = /width="(\d+)" height="(\d+)" viewBox="(.*?)"/.exec(svg) ?? [];
			expect(box, icon).toBe(`0 0 ${width} ${height}`);
			expect(width, icon).toBe(height);
			return box;
		});
		expect(new Set(sizes).size).toBe(1);
	});

	it('names only projects of vitest.config.mts in its scripts', () => {
		const config = readFileSync(join(root, 'vitest.config.mts'), 'utf8');
		const scripts = Object.values(manifest.scripts).join('\n');
		const projects = [...scripts.matchAll(/--project (\w+)/g)].map(([, project]) => project);
		expect(projects.length).toBeGreaterThan(3);
		for (const project of projects) expect(config).toContain(`name: '${project}'`);
	});

	it('writes its new version into the user agent, and no tool into the bill of materials', () => {
		// npm runs this script once the version is another one.
		expect(manifest.scripts).toHaveProperty('version', 'npm run docs');
		expect(manifest.scripts.sbom).toContain('--omit dev');
	});

	it('has the keyword by which n8n finds packages, and the Node.js of the oldest n8n that it promises', () => {
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('\nn8n 2.20 or later.');
		// n8n 2.20's own.
		expect(manifest.engines).toEqual({ node: '>=22.16' });
	});

	it('asks for no other package than the n8n-workflow that the n8n has into which it is installed', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('has a reason for each development dependency that is pinned, and for no other', () => {
		const pinned = Object.entries(manifest.devDependencies).filter(([, range]) =>
			/^\d/.test(range),
		);
		const patternOf = (name: string) =>
			Object.keys(manifest.pinned).find((pattern) => matchesGlob(name, pattern)) ?? name;
		const patterns = new Set(pinned.map(([name]) => patternOf(name)));
		expect([...patterns].sort()).toEqual(Object.keys(manifest.pinned).sort());
	});

	it('lets every command install what it needs first, in a fresh clone', () => {
		const others = ['clean', 'release', 'sbom', 'test:deep', 'version'];
		for (const [name, command] of Object.entries(manifest.scripts))
			expect(command.startsWith('node scripts/run.mjs '), name).toBe(!others.includes(name));
	});

	it('lets no command call node after another one, because the shell remembers the old Node.js', () => {
		for (const [name, command] of Object.entries(manifest.scripts))
			expect(command, name).not.toMatch(/(&&|\|\||;)\s*node\b/);
	});

	it('shares no array of fields between two places, because n8n changes them when it reloads a node', () => {
		const seen = new Map<unknown, string>();
		const visit = (list: unknown, place: string) => {
			if (!Array.isArray(list)) return;
			expect(seen.get(list), `the same list is in ${place}`).toBeUndefined();
			seen.set(list, place);
			for (const entry of list) {
				if (typeof entry !== 'object' || entry === null) continue;
				const field = entry as Record<string, unknown>;
				for (const key of ['options', 'values', 'modes']) {
					visit(field[key], `${place} ${String(field.name ?? field.displayName)} ${key}`);
				}
			}
		};
		for (const [name, type] of nodes) visit(ownFields(type), name);
	});

	it.each(Object.entries(credentialTypes))('%s keeps its secrets hidden', (_, { properties }) => {
		const secrets = properties.filter(({ name }) => /key|secret/i.test(name));
		for (const { typeOptions } of secrets) expect(typeOptions?.password).toBe(true);
	});
});

describe('the events of the trigger', () => {
	const { properties } = nodeTypeOf('videoSubscriptionTrigger').description;
	const field = properties.find(({ name }) => name === 'events');
	const choices = field ? choicesOf(field) : [];
	const values = choices.map(({ value }) => String(value));
	const names = choices.map(({ name }) => inWords(name));
	const textOf = (events: string[]) => subtitleOf('videoSubscriptionTrigger', { events });

	it.each(choices.map(({ name, value }) => [name, String(value)] as const))(
		'%s has its name as the text on the canvas',
		(name, value) => {
			expect(textOf([value])).toBe(inWords(name));
		},
	);

	it('have up to three names on the canvas, and how many more there are', () => {
		expect(textOf(values.slice(0, 2))).toBe(names.slice(0, 2).join(', '));
		expect(textOf(values.slice(0, 3))).toBe(names.slice(0, 3).join(', '));
		expect(textOf(values.slice(0, 5))).toBe(`${names.slice(0, 3).join(', ')} and 2 more`);
		expect(textOf([])).toBe('');
	});
});
