// Every example is tried with *Execute workflow* and the credential in test mode: nothing changes at the service.
import { expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { play } from './play.mts';

test.each(exampleNames)('%s changes nothing at the service in test mode', async (example) => {
	const { writes } = await play(example, { size: 5, isTry: true });
	expect(writes).toEqual([]);
});
