// How long the examples wait in a published workflow. A test run waits for seconds.
import { expect, test } from 'vitest';

import { contextOf, evaluate, nodeOf } from './evaluate.mts';

const published = { ...contextOf({}), $execution: { mode: 'production' } };

test.each([
	['win-back', 'Wait Three Days', '3 days'],
	['not-watching', 'Wait a Week', '7 days'],
])('%s: %s takes %s', (example, node, length) => {
	const { amount, unit } = nodeOf(example, node).parameters;
	expect(`${String(amount)} ${String(evaluate(String(unit), published))}`).toBe(length);
});
