import { expect, it } from 'vitest';

import { demoExamples } from '../../scripts/lib/demo.mts';
import { exampleNames } from '../../scripts/lib/examples.mts';

it('the demo holds every example, each under an id of its own', () => {
	const ids = demoExamples([]).map(({ id }) => id);
	expect(ids).toHaveLength(exampleNames.length);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toHaveLength(16);
});
