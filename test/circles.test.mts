import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

import { filesIn } from '../scripts/lib/package.mts';
import { ROOT } from '../scripts/lib/paths.mts';

/** Finds the first circle of files that import each other, by the names that each file imports. */
function findCircle(importsOf: Map<string, string[]>): string[] | undefined {
	const finished = new Set<string>();
	const visit = (file: string, trail: string[]): string[] | undefined => {
		if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
		if (finished.has(file)) return undefined;
		for (const imported of importsOf.get(file) ?? []) {
			const circle = visit(imported, [...trail, file]);
			if (circle) return circle;
		}
		finished.add(file);
		return undefined;
	};
	for (const file of importsOf.keys()) {
		const circle = visit(file, []);
		if (circle) return circle;
	}
	return undefined;
}

/** Returns the file that an import names: a file, or the `index.ts` of a folder. */
function resolveImport(sources: string[], file: string, name: string): string {
	const target = path.join(path.dirname(file), name);
	const resolved = [`${target}.ts`, path.join(target, 'index.ts')].find((candidate) =>
		sources.includes(candidate),
	);
	return resolved ?? expect.fail(`${file} imports ${name}, which is no source of the nodes`);
}

const nodes = path.join(ROOT, 'nodes');
const sources = filesIn(nodes).filter((file) => file.endsWith('.ts'));

/** Returns what a file imports, types included. Replaces the texts of some files. */
const importsOf = (changed: Record<string, string> = {}) =>
	new Map(
		sources.map((file): [string, string[]] => {
			const text = changed[path.relative(nodes, file)] ?? readFileSync(file, 'utf8');
			const imported = text.matchAll(/(?:from|import) ?\(?'(\.[^']*)'/g);
			return [file, [...imported].map(([, name = '']) => resolveImport(sources, file, name))];
		}),
	);

it('no files of nodes import each other in a circle, types included', () => {
	const circle = findCircle(importsOf());
	expect(circle?.map((file) => path.relative(ROOT, file))).toBeUndefined();
});

it.each(["import { events } from '.';", "import '.';", "import('.')"])(
	'the search for circles follows the index of a folder: %s',
	(line) => {
		const index = path.join(nodes, 'VideoSubscriptionTrigger', 'events', 'index.ts');
		const folder = path.dirname(index);
		const beside =
			importsOf()
				.get(index)
				?.find((file) => path.dirname(file) === folder) ?? '';
		expect(findCircle(importsOf({ [path.relative(nodes, beside)]: line }))).toBeDefined();
	},
);
