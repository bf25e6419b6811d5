import type { TestSpecification } from 'vitest/node';

/** The files that take minutes, the longest first. Begun late, one of them would run alone in the end. */
const LONGEST = ['demo', 'trigger', 'queue', 'jobs', 'browser', 'crash'];

function placeOf({ moduleId }: TestSpecification): number {
	const place = LONGEST.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.mts`));
	return place < 0 ? LONGEST.length : place;
}

/** Puts the longest end-to-end files first, and leaves the others in their order. */
export default function longestFirst(files: TestSpecification[]): TestSpecification[] {
	return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}
