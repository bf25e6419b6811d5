import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, the longest first. Begun late, one of them would run alone in the end. */
const LONGEST = ['demo', 'trigger', 'queue', 'jobs', 'browser', 'crash'];

function placeOf({ moduleId }: TestSpecification): number {
	const place = LONGEST.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.mts`));
	return place < 0 ? LONGEST.length : place;
}

/** Begins with the longest end-to-end files, and leaves the others in the order of Vitest. */
export default class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const usual = await super.sort(files);
		return usual.toSorted((a, b) => placeOf(a) - placeOf(b));
	}
}
