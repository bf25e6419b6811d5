// How the examples act once for each event, with n8n's Data Tables (docs/trigger.md). test/e2e/once.test.mts executes it.
import { describe, expect, test } from 'vitest';
import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { only } from '../kit/defined.mts';
import { nodeOf } from './evaluate.mts';

const SEEN = 'Seen Events';
const FORGET = 'Forget Old Events';
const NEW = 'New Events';
const REMEMBER = 'Remember Them';

const namesOf = (example: string) => readExample(example).nodes.map(({ name }) => name);
const withTable = exampleNames.filter((example) => namesOf(example).includes(SEEN));
/** Examples that email people one after the other. */
const mailing = exampleNames.filter((example) => namesOf(example).includes('Wait Again'));

const endsOf = (example: string, name: string) =>
	(readExample(example).connections[name]?.main ?? []).map((ends) =>
		(ends ?? []).map(({ node }) => node),
	);

test('no example has a node that remembers items of earlier executions: after 10,000 it always fails', () => {
	const found = exampleNames.filter((example) =>
		readExample(example).nodes.some(
			({ type, parameters }) =>
				type === 'n8n-nodes-base.removeDuplicates' && parameters.operation !== undefined,
		),
	);
	expect(found).toEqual([]);
	expect(withTable.length).toBeGreaterThan(9);
});

describe.each(withTable)('%s', (example) => {
	const { connections, nodes } = readExample(example);

	test('creates the table before it looks for events', () => {
		const sources = Object.keys(connections).filter((name) =>
			endsOf(example, name).flat().includes(SEEN),
		);
		expect(sources).not.toEqual([]);
		// n8n runs branches from top to bottom.
		const top = (name: string) => nodeOf(example, name).position[1];
		for (const source of sources)
			for (const next of endsOf(example, source)
				.flat()
				.filter((name) => name !== SEEN))
				expect(top(SEEN), next).toBeLessThan(top(next));
	});

	test('uses one table in all of its nodes', () => {
		const name = nodeOf(example, SEEN).parameters.tableName;
		const users = nodes.filter(
			({ type, parameters }) => type.endsWith('.dataTable') && parameters.resource !== 'table',
		);
		expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining([NEW, REMEMBER]));
		for (const { parameters } of users)
			expect(parameters.dataTableId).toEqual({ __rl: true, mode: 'name', value: name });
	});

	test('forgets events after 30 days, and people never', () => {
		const isForgetting = namesOf(example).includes(FORGET);
		expect(isForgetting).toBe(!['product-welcome'].includes(example));
		if (!isForgetting) return;
		const { filters } = nodeOf(example, FORGET).parameters;
		expect(JSON.stringify(filters)).toContain('$now.minus({ days: 30 })');
		expect(only(endsOf(example, SEEN).flat())).toBe(FORGET);
	});
});

test('the emails to customers wait in a table until they are sent', () => {
	expect(mailing).toEqual(['anniversary', 'not-watching', 'product-welcome', 'win-back']);
});

describe.each(mailing)('%s', (example) => {
	test('has the steps of all examples that email people one after the other', () => {
		const [first] = mailing;
		const table = (of: string) => String(nodeOf(of, SEEN).parameters.tableName);
		for (const step of ['Waiting', 'Take It', 'First One', 'Mine?', 'Wait Again']) {
			const { parameters } = nodeOf(example, step);
			const model = JSON.stringify(nodeOf(String(first), step).parameters);
			expect(JSON.stringify(parameters), step).toBe(
				model.replace(table(String(first)), table(example)),
			);
		}
	});

	test('goes on with the next one whatever happens to one', () => {
		const loop = 'One at a Time';
		const after = new Set(endsOf(example, loop)[1]);
		for (const name of after)
			for (const next of endsOf(example, name).flat()) if (next !== loop) after.add(next);
		// Each output leads on, also the one of failures.
		for (const name of after) {
			const { onError, type } = nodeOf(example, name);
			if (name === 'Wait Again') continue;
			const outputs = onError === 'continueErrorOutput' || type.endsWith('.if') ? 2 : 1;
			const ends = endsOf(example, name);
			expect([name, ends.filter((end) => end.length > 0).length]).toEqual([name, outputs]);
		}
		expect(after).toContain('Wait Again');
	});
});
