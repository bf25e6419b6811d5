// What people read, held to the terms that a test can hold: pages, the editor's panels and the examples.
import { readdirSync, readFileSync } from 'node:fs';

import ts from 'typescript';

import { isObject } from '../../nodes/shared/json';
import { expect, test } from 'vitest';

import { pathOf } from '../../scripts/docs/files.mts';
import { filesIn } from '../../scripts/lib/package.mts';
import { parsed } from '../../scripts/lib/json.mts';
import { nodeTypes } from '../../scripts/lib/nodeTypes.mts';

const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

/** The pages for users. */
const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'CODE_OF_CONDUCT.md',
	'SECURITY.md',
	'docs/getting-started.md',
	'docs/operating.md',
	'docs/performance.md',
	'docs/trigger.md',
	'docs/trigger-operations.md',
	'.github/verification.md',
	'docs/webhooks.md',
	'examples/README.md',
	'scripts/docs/llms.head.md',
	'scripts/demo/first-steps.txt',
	'.github/PULL_REQUEST_TEMPLATE.md',
	'.github/ISSUE_TEMPLATE/bug.yml',
	'.github/ISSUE_TEMPLATE/feature.yml',
];

/** The pages for developers. */
const DEVELOPER_PAGES = ['CONTRIBUTING.md', 'docs/service.md'];

const EXAMPLES = readdirSync(pathOf('examples')).filter((file) => file.endsWith('.json'));

/** The keys under which a node's description has a text that the editor shows. */
const SHOWN = ['displayName', 'description', 'hint', 'message', 'content', 'placeholder'];

/** Returns the texts under these keys, at every depth. */
function textsIn(value: unknown, keys: string[]): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, keys));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && keys.includes(key) ? [inner] : textsIn(inner, keys),
	);
}

const panels = Object.entries(nodeTypes).map(
	([name, { description }]) => [`panel of ${name}`, textsIn(description, SHOWN)] as const,
);

/** The texts of the editor, one glance each. */
const glances = Object.entries(nodeTypes).map(
	([name, { description }]) =>
		[name, textsIn(description.properties, ['description', 'hint', 'displayName'])] as const,
);

const notes = EXAMPLES.map((file) => {
	const { nodes } = parsed<{ nodes: Array<{ name: string; type: string; parameters: object }> }>(
		read(`examples/${file}`),
	);
	const texts = nodes.flatMap(({ type, parameters }) =>
		type === 'n8n-nodes-base.stickyNote' ? textsIn(parameters, ['content']) : [],
	);
	return [`notes of ${file}`, texts] as const;
});

/** A page without code, tables' rules, links' targets and pictures. */
const proseOf = (page: string) =>
	read(page)
		.replace(/<!-- operations:[^]*<!-- \/operations -->/, '')
		.replace(/```[^]*?```/g, '')
		.replace(/`[^`\n]*`/g, 'code')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The sentences in a source file: errors, hints, notices and descriptions. */
function sentencesInSource(file: string): string[] {
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) return;
		if (ts.isTemplateExpression(node)) found.push(node.getText().slice(1, -1));
		else if (ts.isStringLiteralLike(node)) found.push(node.text);
		else node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	// Patterns, paths and names have no two words side by side. Instructions for AI agents are no prose.
	return found.filter((text) => /[a-z,] [a-z]/i.test(text) && !text.startsWith('<patterns>'));
}

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	filesIn(folder)
		.filter((file) => file.endsWith('.ts'))
		.map((file) => [file, sentencesInSource(file)] as const),
);

const textsOfOperations = Object.values(
	parsed<Record<string, string>>(read('scripts/docs/severalSteps.json')),
);

const texts = [
	...PAGES.map((page) => [page, [proseOf(page)]] as const),
	['requests of operations', textsOfOperations] as const,
	...panels,
	...notes,
];

/** Words with a plainer or agreed one in their place. */
const AVOIDED: Array<[RegExp, string]> = [
	[/\be-mails?\b/i, 'email'],
	[/\bcatalogues?\b/i, 'catalog'],
	[/\blicence\b/i, 'license'],
	[/\bwhoever\b/i, 'everyone who'],
	[/\bsomebody\b/i, 'a customer, someone'],
	[/\bmend(s|ed|ing)?\b/i, 'fix'],
	[/\bbrakes?\b/i, 'limit'],
	[/\bfilms?\b/i, 'video file'],
	[/\bhears? of\b/i, 'gets a message about'],
	[/\b(is|are|was|were|be) told\b/i, 'gets a message'],
	[/\bpass(es|ed)? over\b/i, 'skip'],
	[/\bfires?\b/i, 'starts the workflow'],
	[/\bdo(es)? no harm twice\b/i, 'is safe to run again'],
	[/\bthe thing\b/i, 'the record'],
	[/\blower output\b/i, 'error output'],
	[/\bweb address(es)?\b/i, 'URL'],
	[/\bhold(s|ing)?\b/i, 'contain'],
	[/\bgive (it|them|a password|the (address|token|access token))\b/i, 'enter'],
	[/\bleft alone\b/i, 'not changed'],
	[/\bcarried out\b/i, 'processed'],
	[/\bbehind the\b/i, 'after the'],
	[/\bin the place of\b/i, 'instead of'],
	[/\bcall(s|ed)? off\b/i, 'cancel'],
	[/\bput right\b/i, 'fix'],
	[/\bcan run twice\b/i, 'is safe to run again'],
	[/\bhappens again\b/i, 'keeps happening'],
	[/\beverybody\b/i, 'everyone'],
	[/\bis no (token|address|date|number|text)\b/i, 'is not a …'],
	[/\bbilled to you\b/i, 'the service bills you'],
	// `cancelled` is a value of the service, and code.
	[/(?<![`.])\bcancelled\b(?![`@])/, 'canceled'],
];

const forDevelopers = DEVELOPER_PAGES.map((page) => [page, [proseOf(page)]] as const);

test.each([...texts, ...forDevelopers, ...sources])('%s uses the agreed terms', (_, all) => {
	const found = all.flatMap((text) =>
		AVOIDED.flatMap(([word, better]) => {
			const match = word.exec(text);
			if (!match) return [];
			const around = text.slice(Math.max(0, match.index - 40), match.index + 40);
			return [`"${match[0]}" (write: ${better}) in: …${around.replace(/\s+/g, ' ')}…`];
		}),
	);
	expect(found).toEqual([]);
});

/** Splits a text into sentences; items of lists, cells of tables and headings are sentences of their own. */
const sentencesOf = (text: string): string[] =>
	text
		.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.|#+|\|)\s|(?<=[.!?:])\s+|<br\s*\/?>| \| /)
		.map((sentence) => sentence.replace(/\s+/g, ' ').trim())
		.filter((sentence) => sentence !== '');

test.each(texts)(
	'%s begins no sentence with Who, Whoever, What or Which as its subject',
	(_, all) => {
		const riddles = all
			.flatMap(sentencesOf)
			.filter((sentence) => /^\W*(Who|Whoever|What|Which) /.test(sentence))
			.filter(
				(sentence) =>
					!/\?|^\W*(What (to|it|you|n8n|each|people|a finale)|Which (one|versions?))/.test(
						sentence,
					),
			);
		expect(riddles).toEqual([]);
	},
);

test.each(glances)('the panel of %s has no semicolons', (_, all) => {
	expect(all.filter((text) => text.replace(/&\w+;/g, '').includes(';'))).toEqual([]);
});
