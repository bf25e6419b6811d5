import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

import { operations } from '../kit/descriptions.mts';
import { generatedDocs, pathOf } from './files.mts';

const generated = await generatedDocs();
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

test.each(Object.keys(generated))('%s is what `npm run docs` writes', (name) => {
	expect(read(name)).toBe(generated[name]);
});

test('every operation is told in operations.md and in llms.txt', () => {
	const page = read('docs/operations.md');
	for (const { option } of operations) {
		expect(page).toContain(`- **Value:** \`${String(option.value)}\``);
		expect(read('llms.txt')).toContain(`(\`${String(option.value)}\`)`);
	}
});

/** The addresses within the project that a page leads to. */
function linksOf(page: string): string[] {
	const text = read(page);
	const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	return links.filter((link) => !/^(https?:|#|mailto:)/.test(link));
}

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'llms.txt',
	'examples/README.md',
	...readdirSync(pathOf('docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

describe.each(pages)('%s', (page) => {
	test('leads to nothing that is not there', () => {
		const missing = linksOf(page)
			.map((link) => link.replace(/#.*$/, ''))
			.filter((link) => !existsSync(path.resolve(path.dirname(pathOf(page)), link)));
		expect(missing).toEqual([]);
	});
});
