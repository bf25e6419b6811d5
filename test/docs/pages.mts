// What people read in the pages, without what only looks like it.
import { readdirSync, readFileSync } from 'node:fs';

import { pathOf } from '../../scripts/docs/files.mts';

export const textOfPage = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** The pages that people write. Those that `npm run docs` makes as a whole are read at their sources. */
export const PAGES: string[] = [
	...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'examples/README.md'],
	...readdirSync(pathOf('docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md') && file !== 'operations.md')
		.map((file) => `docs/${file}`),
	...['scripts/docs/llms.head.md', 'scripts/docs/operations.head.md'],
];

/** Tables that a test or the benchmark has written. */
const WRITTEN = /<!-- (measured|costs|operations)\b.*?-->[^]*?<!-- \/\1 -->/g;

/** Code of more than a line, apart from the comments beside commands. */
const withoutCode = (page: string): string =>
	page.replaceAll(/^ *```(\w*)\n([^]*?)^ *```$/gm, (_, language: string, code: string) =>
		language === 'sh' ? [...code.matchAll(/ # .*$/gm)].join('\n') : '',
	);

/** Returns a page without code of more than a line, generated tables, targets of links, and the numbers of steps. */
export const proseOf = (name: string): string =>
	withoutCode(textOfPage(name).replaceAll(WRITTEN, ''))
		.replaceAll(/\]\([^)]*\)/g, ']')
		.replaceAll(/\bhttps?:[^\s`)]+/g, '')
		.replaceAll(/^ *\d+\. /gm, '');

/** Returns what stands in backticks in a text. */
export const codesIn = (text: string): string[] =>
	[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Returns what stands in backticks in a page. */
export const codeIn = (name: string): string[] => codesIn(proseOf(name));

/** The bold words that begin an entry of a list or a table, or a step: its heading. */
const HEADING = /^ *(?:[-|]|\d+\.) \*\*[^*]+\*\*/gm;

/** Returns what a page shows in bold within its sentences. */
export const boldIn = (name: string): string[] =>
	[
		...withoutCode(textOfPage(name).replaceAll(WRITTEN, ''))
			.replaceAll(HEADING, '')
			.matchAll(/\*\*([^*]+)\*\*/g),
	].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));

/** Returns the cells of the tables of a page, row by row. */
export const tableRowsOf = (name: string): string[][] =>
	[...textOfPage(name).matchAll(/^ *\|(.*)\|$/gm)].map(([, row = '']) =>
		row.split('|').map((cell) => cell.trim()),
	);
