import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';

const sections = new Set(
	[...readFileSync(pathOf('docs/service.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
		([, name]) => name,
	),
);

const sources = ['credentials', 'nodes', 'scripts', 'service', 'test']
	.flatMap((folder) =>
		readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' }).map(
			(file) => `${folder}/${file}`,
		),
	)
	.filter((file) => /\.m?ts$/.test(file));

/** Returns the sections that the comments of a file refer to, as in `(docs/service.md, Lists)`. */
function sectionsNamedIn(file: string): string[] {
	const text = readFileSync(pathOf(file), 'utf8').replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ');
	const named = [...text.matchAll(/docs\/service\.md, ([A-Z][^)`']*)\)/g)];
	return named.flatMap(([, names = '']) => names.split(' and '));
}

test('docs/service.md has every section that a comment refers to', () => {
	const named = sources.flatMap((file) => sectionsNamedIn(file).map((name) => ({ file, name })));
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter(({ name }) => !sections.has(name))).toEqual([]);
});
