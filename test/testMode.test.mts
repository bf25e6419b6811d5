import { expect, it } from 'vitest';

import { operations } from '../scripts/lib/descriptions.mts';
import { itChangesNothingInTestMode } from './guards/testMode.mts';
import { savedNodes } from './kit/saved.mts';

itChangesNothingInTestMode(savedNodes);

it('test mode is tried with every operation', () => {
	const tried = new Set(savedNodes.map(({ node, operation }) => `${node}.${operation}`));
	expect(operations.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});
