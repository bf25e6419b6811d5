// The lists of operations and events in CHANGELOG.md: what no version names yet is added to those under Unreleased.
import { format } from 'prettier';

import { choicesOfNodes } from './operations.mts';

const UNRELEASED = '## Unreleased\n';
const HEADING = '### Nodes\n\n';
const BETWEEN_NAMES = /(, |; in one step )/;

interface Choices {
	/** The title of a node. */
	node: string;
	choices: Array<{ name: string }>;
}

/** `- **Product:** Get, Get Many`, whose names may go on in the next lines. */
const lineOf = (node: string) => new RegExp(`^- \\*\\*${node}:\\*\\* (.*\\n(?: +.*\\n)*)`, 'gm');

const namesIn = (text: string): string[] =>
	text.replaceAll(/\s+/g, ' ').trim().split(BETWEEN_NAMES);

/** The last of `all` that comes before `one` and is among `those`. */
const followed = (one: string, all: string[], those: (other: string) => boolean) =>
	all.slice(0, all.indexOf(one)).findLast(those);

function withName(parts: string[], name: string, all: string[]): string[] {
	const before = followed(name, all, (other) => parts.includes(other));
	if (before === undefined) return parts.length === 0 ? [name] : [name, ', ', ...parts];
	return parts.toSpliced(parts.indexOf(before) + 1, 0, ', ', name);
}

/** The section with another line of a node, behind the node that comes before it. */
function withLine(section: string, line: string, node: string, nodes: string[]): string {
	const [own] = section.match(lineOf(node)) ?? [];
	if (own !== undefined) return section.replace(own, line);
	const whole = section.includes(HEADING) ? section : `\n${HEADING}${section}`;
	const before = followed(node, nodes, (other) => lineOf(other).test(whole));
	const [place = HEADING] = before === undefined ? [] : (whole.match(lineOf(before)) ?? []);
	return whole.replace(place, `${place}${line}`);
}

/** The line of a node in a section, with these names as well. */
async function lineWith(untold: string[], { node, choices }: Choices, section: string) {
	const [, listed] = lineOf(node).exec(section) ?? [];
	const all = choices.map(({ name }) => name);
	const start = listed === undefined ? [] : namesIn(listed);
	const names = untold.reduce((parts, name) => withName(parts, name, all), start).join('');
	const wrapped = { parser: 'markdown', proseWrap: 'always', printWidth: 120 } as const;
	return await format(`- **${node}:** ${names}`, wrapped);
}

/**
 * @param changelog the text of CHANGELOG.md
 * @param nodes what each node offers, in its order
 * @returns the same with what is in no list of any version
 */
export async function withNews(changelog: string, nodes: Choices[] = choicesOfNodes()) {
	const [head = '', rest = ''] = changelog.split(UNRELEASED);
	let [section = ''] = rest.split(/^(?=## )/m);
	const versions = rest.slice(section.length);
	const titles = nodes.map(({ node }) => node);
	for (const one of nodes) {
		const lines = changelog.matchAll(lineOf(one.node));
		const told = [...lines].flatMap(([, names = '']) => namesIn(names));
		const untold = one.choices.map(({ name }) => name).filter((name) => !told.includes(name));
		if (untold.length === 0) continue;
		section = withLine(section, await lineWith(untold, one, section), one.node, titles);
	}
	return `${head}${UNRELEASED}${section}${versions}`;
}
