import { expect, it } from 'vitest';

import { endpoints } from '../service/contract/index.mts';
import notOffered from './coverage.json' with { type: 'json' };
import { operations } from '../scripts/lib/descriptions.mts';
import { asked, itFitsTheContract } from './guards/contract.mts';
import { savedNodes } from './kit/saved.mts';

/**
 * Runs every saved workflow against the simulated service and compares what was sent with the contract. An endpoint, a
 * parameter or a documented value that no operation can send fails here; so does an operation that is in no workflow.
 */

itFitsTheContract(operations, savedNodes, endpoints);

it('every operation is in a saved workflow', () => {
	const beyond = Object.keys(notOffered.beyondTheApi);
	const names = operations.map(({ name }) => name);
	expect(
		names.filter((name) => !asked.has(name) && !beyond.includes(name)),
		'These operations are in no saved workflow: `npm run workflows:add` writes them into test/workflows/',
	).toEqual([]);
});
