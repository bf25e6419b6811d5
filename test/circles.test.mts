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

it('no files of nodes import each other in a circle, types included', () => {
	const sources = filesIn(path.join(ROOT, 'nodes')).filter((file) => file.endsWith('.ts'));
	const importsOf = sources.map((file): [string, string[]] => {
		const imported = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g);
		const resolved = [...imported].map(([, name = '']) => path.join(path.dirname(file), name));
		return [file, resolved.map((name) => `${name}.ts`)];
	});
	const circle = findCircle(new Map(importsOf));
	expect(circle?.map((file) => path.relative(ROOT, file))).toBeUndefined();
});
