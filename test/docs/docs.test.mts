import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

import { generatedDocs, pathOf } from '../../scripts/docs/files.mts';
import { missingNumbers } from '../../scripts/docs/numbers.mts';
import { choicesOfNodes } from '../../scripts/docs/operations.mts';

const generated = await generatedDocs();
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

test.each(Object.keys(generated))('%s is what `npm run docs` writes', (name) => {
	expect(read(name), '`npm run docs` writes it').toBe(generated[name]);
});

test('every number that `npm run docs` writes stands in a page', () => {
	const untold = missingNumbers(Object.values(generated));
	expect(untold, 'change the words around the number in scripts/docs/numbers.mts').toEqual([]);
});

test('trigger.md has a section or row for every event', () => {
	const page = read('docs/trigger.md');
	const names = choicesOfNodes().find(({ node }) => node === 'Trigger')?.choices ?? [];
	const untold = names.filter(({ name }) => !page.includes(`| **${name}** `));
	expect(untold, 'add a row to docs/trigger.md that says when it comes').toEqual([]);
});

/** Returns the links of a page to files of the project. */
function linksOf(page: string): string[] {
	const text = read(page);
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	return links.filter((link) => !/^(https?:|#|mailto:)/.test(link));
}

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'llms.txt',
	'examples/README.md',
	...readdirSync(pathOf('docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** Returns the anchors that GitHub creates for a page's headings. */
const anchorsOf = (file: string): string[] =>
	[...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);

describe.each(pages)('%s', (page) => {
	test('has no broken link', () => {
		const missing = linksOf(page).filter((link) => {
			const [name = '', anchor] = link.split('#');
			const file = path.resolve(path.dirname(pathOf(page)), name);
			return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
		});
		expect(missing, `correct these links of ${page}`).toEqual([]);
	});
});

test('the links of the nodes and credentials lead to a heading of README.md', () => {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(node\.json|credentials\.ts)$/.test(file))
			.map((file) => `${folder}/${file}`),
	);
	const anchors = files.flatMap((file) =>
		[...read(file).matchAll(/n8n-nodes-video-subscription#([\w-]+)/g)].map(
			([, anchor = '']) => anchor,
		),
	);
	expect([...new Set(anchors)].sort()).toEqual(['credentials', 'readme']);
	// `#readme` is GitHub's anchor of the whole page.
	expect(anchorsOf(pathOf('README.md'))).toContain('credentials');
});

describe('docs/when-something-fails.md', () => {
	/** The messages of n8n itself. */
	const OF_N8N = [
		"Couldn't connect with these settings",
		'Cannot convert undefined or null to object',
	];
	const sources = ['nodes', 'credentials']
		.flatMap((folder) =>
			readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => read(`${folder}/${file}`)),
		)
		.join('\n');
	const headings = [...read('docs/when-something-fails.md').matchAll(/^### (".*")$/gm)];
	const messages = headings
		.flatMap(([, heading = '']) => heading.slice(1, -1).split('", "'))
		.filter((message) => !OF_N8N.includes(message));

	test('is titled by messages', () => {
		expect(messages.length).toBeGreaterThan(10);
	});

	test.each(messages)('"%s" is a message of the nodes', (message) => {
		const missing = message
			.split('…')
			.map((part) => part.trim())
			.filter((part) => !sources.includes(part));
		expect(missing, 'write the heading as the message begins').toEqual([]);
	});
});
