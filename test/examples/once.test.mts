// How the examples remember their events in n8n's Data Tables (docs/trigger.md). test/examples/worlds runs them twice.
import { expect, test } from 'vitest';
import { exampleNames, readExample } from '../../scripts/lib/examples.mts';

const nodesOf = (example: string) => readExample(example).nodes;

test('no example has a node that remembers items of earlier executions: after 10,000 it always fails', () => {
	const found = exampleNames.filter((example) =>
		nodesOf(example).some(
			({ type, parameters }) =>
				type === 'n8n-nodes-base.removeDuplicates' && parameters.operation !== undefined,
		),
	);
	expect(found).toEqual([]);
});

const withTable = exampleNames.filter((example) =>
	nodesOf(example).some(({ name }) => name === 'Seen Events'),
);

test.each(withTable)('%s forgets events after 30 days, and people never', (example) => {
	const forgets = nodesOf(example).filter(({ name }) => name === 'Forget Old Events');
	expect(forgets).toHaveLength(example === 'product-welcome' ? 0 : 1);
	for (const { parameters } of forgets)
		expect(JSON.stringify(parameters.filters)).toContain('$now.minus({ days: 30 })');
});
