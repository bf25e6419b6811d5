import type { TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest of each command first. Begun late, one of them would run alone in the end, and
 * a fresh clone doesn't know yet how long they take. Of those in a real n8n, the ones that mostly wait are first: what CI
 * computes beside them has the processors then.
 */
const LONGEST = [
	...['crash', 'trigger', 'queue', 'browser', 'demo'].map((name) => `e2e/${name}`),
	'examples/worlds/hundreds',
	'examples/worlds/failures',
	'trigger/histories/others',
	'trigger/queue',
	'nodes/Customer/guards',
	'trigger/histories/videos',
	'nodes/outage',
	'access/sameAnswer',
];

function placeOf({ moduleId }: TestSpecification): number {
	const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.mts`));
	return place < 0 ? LONGEST.length : place;
}

/** Puts the longest files first, and leaves the others in their order. */
export default function longestFirst(files: TestSpecification[]): TestSpecification[] {
	return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}
