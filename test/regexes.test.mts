import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Collects the regular expressions of a source file, each with its place. */
function regexesOf(file: string): Array<[where: string, regex: RegExp]> {
	const parsed = ts.createSourceFile(
		file,
		readFileSync(`${root}${file}`, 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const found: Array<[string, RegExp]> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
			const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
			found.push([`${file}:${line + 1}`, new RegExp(source, flags)]);
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

/** Returns the parts of an expression on which a text can make it take more than linear time, wherever it begins. */
const slowParts = (regex: RegExp) => analyse(regex, { reportTypes: { Move: true } }).reports;

it.each(regexes)('%s: %s takes linear time for every text', (_, regex) => {
	expect(slowParts(regex), 'rewrite these parts of the expression').toEqual([]);
});
