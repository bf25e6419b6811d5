import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

import ts from 'typescript';
import { describe, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Characters: longer than any valid value from outside. */
const LENGTH = 100_000;

/** Milliseconds for all texts of one expression; one with catastrophic backtracking takes minutes. */
const LIMIT_MS = 10_000;

interface Found {
	where: string;
	source: string;
	flags: string;
}

/** Collects the regular expressions of a source file. */
function regexesOf(file: string): Found[] {
	const text = readFileSync(`${root}${file}`, 'utf8');
	const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
	const found: Found[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
			const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
			found.push({ where: `${file}:${line + 1}`, source, flags });
		}
		ts.forEachChild(node, visit);
	};
	visit(parsed);
	return found;
}

const regexes = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => regexesOf(`${folder}/${file}`)),
);

/** Returns texts that make an expression with nested repetition backtrack from each character. */
function attacks(source: string): string[] {
	const own = source.replace(/[\\^$*+?()[\]{}|]/g, '');
	const letters = [...new Set(['a', 'A', '0', ' ', '\t', '\n', '_', '.', '/', ...own])];
	const pairs = letters.slice(0, 10).flatMap((one) => letters.slice(0, 10).map((two) => one + two));
	return [...letters, ...pairs].flatMap((part) => {
		const text = part.repeat(LENGTH / part.length);
		return [text, `${text}\u0000`, `a${text}\u0000`];
	});
}

describe('every regular expression is quick on 100,000 characters', () => {
	it.each(regexes.map(({ where, source, flags }) => [where, source, flags]))(
		'%s: %s',
		(_, source, flags) => {
			const context = vm.createContext({
				regex: new RegExp(source, flags),
				texts: attacks(source),
			});
			vm.runInContext('for (const text of texts) text.search(regex)', context, {
				timeout: LIMIT_MS,
			});
		},
	);
});
