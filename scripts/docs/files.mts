import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../lib/paths.mts';
import { withNumbers } from './numbers.mts';
import { choicesOfNodes, llmsText, operationsPage } from './operations.mts';

export const pathOf = (name: string): string => path.join(ROOT, name);

const TABLE = /(?<=<!-- operations: written by npm run docs -->)[^]*(?=<!-- \/operations -->)/;

/** Replaces the table of nodes and operations in README.md. */
function withTableOfOperations(readme: string): string {
	if (!TABLE.test(readme)) throw new Error(`README.md has no place for the table: ${TABLE.source}`);
	const rows = choicesOfNodes().flatMap(({ node, choices }) =>
		choices.map(
			({ name, description, isBeyondApi }, index) =>
				`| ${index === 0 ? node : ''} | ${isBeyondApi ? `**${name}**` : name} | ${description} |`,
		),
	);
	const table = ['| Node | Operation or event | What it does |', '| --- | --- | --- |', ...rows];
	// Prettier would align the cells, so that a new row changes every line.
	const lines = [
		'<!-- prettier-ignore-start -->',
		'',
		...table,
		'',
		'<!-- prettier-ignore-end -->',
	];
	return readme.replace(TABLE, `\n\n${lines.join('\n')}\n\n`);
}

/** Returns the generated pages by their paths below the project's root. */
export async function generatedDocs(): Promise<Record<string, string>> {
	const read = (name: string) => withNumbers(readFileSync(pathOf(name), 'utf8'));
	const pages = readdirSync(pathOf('docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`);
	return {
		...Object.fromEntries(pages.map((name) => [name, read(name)])),
		'README.md': await format(withTableOfOperations(read('README.md')), { parser: 'markdown' }),
		'docs/operations.md': await format(operationsPage(), { parser: 'markdown' }),
		'llms.txt': llmsText(),
	};
}
