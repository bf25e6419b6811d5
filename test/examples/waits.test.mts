// How long the examples wait in a published workflow. A test run waits for seconds.
import { expect, test } from 'vitest';

import { readExample } from '../../scripts/lib/examples.mts';
import { only } from '../kit/defined.mts';
import { contextOf, evaluate } from './evaluate.mts';

const published = { ...contextOf({}), $execution: { mode: 'production' } };

test.each([
	['win-back', '3 days'],
	['not-watching', '7 days'],
])('%s waits for %s', (example, length) => {
	const waits = readExample(example).nodes.filter(({ type }) => type.endsWith('.wait'));
	const { amount, unit } = only(waits).parameters;
	expect(`${String(amount)} ${String(evaluate(String(unit), published))}`).toBe(length);
});
