import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../lib/paths.mts';
import { withNumbers } from './numbers.mts';
import { type Choice, choicesOfNodes, llmsText, operationsPage } from './operations.mts';

export const pathOf = (name: string): string => path.join(ROOT, name);

const PLACE = /(?<=<!-- operations: written by npm run docs -->)[^]*(?=<!-- \/operations -->)/;

/** Replaces the table of README.md: for each node a row of names, then a row for each name that does not say what it does. */
function withOperations(readme: string): string {
	if (!PLACE.test(readme)) throw new Error(`README.md has no place for the table: ${PLACE.source}`);
	const shown = ({ name, isBeyondApi }: Choice) => (isBeyondApi ? `**${name}**` : name);
	const rows = choicesOfNodes().flatMap(({ node, choices }) => {
		const named = choices.filter(({ isExplained }) => !isExplained).map(shown);
		const explained = choices.filter(({ isExplained }) => isExplained);
		const cells = [
			...(named.length > 0 ? [[named.join(', '), '']] : []),
			...explained.map((choice) => [shown(choice), choice.description]),
		];
		return cells.map((cell, index) => `| ${[index === 0 ? node : '', ...cell].join(' | ')} |`);
	});
	const table = ['| Node | Operation or event | What it does |', '| --- | --- | --- |', ...rows];
	// Prettier would align the cells, so that a new row changes every line.
	const lines = [
		'<!-- prettier-ignore-start -->',
		'',
		...table,
		'',
		'<!-- prettier-ignore-end -->',
	];
	return readme.replace(PLACE, `\n\n${lines.join('\n')}\n\n`);
}

/** Returns the generated pages by their paths below the project's root. */
export async function generatedDocs(): Promise<Record<string, string>> {
	const read = (name: string) => withNumbers(readFileSync(pathOf(name), 'utf8'));
	const pages = readdirSync(pathOf('docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`);
	return {
		...Object.fromEntries(
			[...pages, 'CHANGELOG.md', 'CONTRIBUTING.md'].map((name) => [name, read(name)]),
		),
		'README.md': await format(withOperations(read('README.md')), { parser: 'markdown' }),
		'docs/operations.md': await format(operationsPage(), { parser: 'markdown' }),
		'llms.txt': llmsText(),
	};
}
