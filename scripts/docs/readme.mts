// The table of nodes and operations in README.md, written from the descriptions of the built package.
import { choicesOfNodes } from './operations.mts';

const BEGIN = '<!-- operations: written by npm run docs -->';
const END = '<!-- /operations -->';

function tableOfOperations(): string {
	const rows = choicesOfNodes().map(({ node, choices }) => {
		const names = choices.map(({ name, isBeyondApi }) => (isBeyondApi ? `**${name}**` : name));
		return `| ${node} | ${names.join(', ')} |`;
	});
	return ['| Node: Video Subscription … | Operations |', '| --- | --- |', ...rows].join('\n');
}

/**
 * @param readme the text of README.md
 * @returns the same with the table as the package is built
 * @throws Error where the marks of the table are gone
 */
export function withTableOfOperations(readme: string): string {
	const [before, rest] = readme.split(BEGIN);
	const [, after] = rest?.split(END) ?? [];
	if (before === undefined || after === undefined)
		throw new Error(`README.md lacks ${BEGIN} … ${END} around its table of operations`);
	return `${before}${BEGIN}\n\n${tableOfOperations()}\n\n${END}${after}`;
}
