import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

import { pathOf } from '../scripts/docs/files.mts';

const FOLDERS = ['credentials', 'nodes', 'scripts', 'service', 'test'];

/** Names that many files have on purpose, because they have the same interface. */
const CONTRACT = [
	'OPERATIONS',
	'option',
	'fields',
	'options',
	'addsOutcome',
	'counters',
	'output',
	'forAllItems',
	'default',
];

const files = FOLDERS.flatMap((folder) =>
	readdirSync(pathOf(folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.m?ts$/.test(file) && !file.endsWith('.d.mts'))
		.map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
);

const sources = files.map((file) => ({
	file,
	source: ts.createSourceFile(file, readFileSync(pathOf(file), 'utf8'), ts.ScriptTarget.Latest),
}));

/** Whether a statement exports what it declares under its name, and not as the default. */
function isExported(statement: ts.Statement): boolean {
	const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
	const kinds = modifiers.map(({ kind }) => kind);
	return (
		kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword)
	);
}

/** The names that a file exports by declaring them; a re-export has no meaning of its own. */
const exportedNames = ({ statements }: ts.SourceFile): string[] =>
	declaredNames(statements.filter(isExported));

/** The names that statements declare. */
function declaredNames(statements: readonly ts.Statement[]): string[] {
	return statements.flatMap((statement) => {
		if (ts.isVariableStatement(statement)) {
			return statement.declarationList.declarations.flatMap(({ name }) =>
				ts.isIdentifier(name) ? [name.text] : [],
			);
		}
		const { name } = statement as ts.Statement & { name?: ts.Identifier };
		return name ? [name.text] : [];
	});
}

/** Every identifier of a file. */
function identifiersIn(source: ts.SourceFile): Set<string> {
	const names = new Set<string>();
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) names.add(node.text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return names;
}

/** Finds the names that several files have, and the files. */
function namesInSeveral(
	all: typeof sources,
	namesOf: (source: ts.SourceFile) => string[],
): string[] {
	const places = new Map<string, Set<string>>();
	for (const { file, source } of all) {
		for (const name of namesOf(source)) {
			places.set(name, (places.get(name) ?? new Set()).add(file));
		}
	}
	return [...places]
		.filter(([name, { size }]) => size > 1 && !CONTRACT.includes(name))
		.map(([name, where]) => `${name}: ${[...where].join(', ')}`);
}

test('no exported name has two meanings', () => {
	expect(namesInSeveral(sources, exportedNames), 'rename one of the two').toEqual([]);
});

test('no name of the product has two meanings, exported or not', () => {
	const product = sources.filter(({ file }) => /^(?:nodes|credentials)\//.test(file));
	const twice = namesInSeveral(product, ({ statements }) => declaredNames([...statements]));
	expect(twice, 'rename one of the two').toEqual([]);
});

/** n8n loads nodes and credentials by the name of their file. */
const isLoadedByN8n = (file: string) => /\.(?:node|credentials)\.ts$/.test(file);

test('every export is used in another file', () => {
	const users = new Map<string, number>();
	for (const { source } of sources) {
		for (const name of identifiersIn(source)) users.set(name, (users.get(name) ?? 0) + 1);
	}
	const unused = sources
		.filter(({ file }) => !isLoadedByN8n(file))
		.flatMap(({ file, source }) =>
			exportedNames(source)
				.filter((name) => users.get(name) === 1 && !CONTRACT.includes(name))
				.map((name) => `${name}: ${file}`),
		);
	expect(unused, 'remove the word export').toEqual([]);
});
