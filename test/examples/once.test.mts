// How the examples act once for each event: four Data Table nodes, the same in every workflow (docs/trigger.md).
import type { INode } from 'n8n-workflow';
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

/** Returns what differs between workflows: the key of an event, and the name of the table. */
const tableOf = (node: INode): unknown => node.parameters.tableName ?? node.parameters.dataTableId;

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
	const { connections } = readExample(example);
	const endsOf = (name: string) =>
		(connections[name]?.main ?? []).flat().flatMap((end) => (end ? [end.node] : []));

	test('creates the table before it looks for events, and remembers them before anything happens', () => {
		const sources = Object.keys(connections).filter((name) => endsOf(name).includes(NEW));
		for (const source of sources) expect(endsOf(source), source).toContain(SEEN);
		expect(sources).not.toEqual([]);
		expect(endsOf(NEW)).toContain(REMEMBER);
		const top = (name: string) => nodeOf(example, name).position[1];
		// n8n runs branches from top to bottom.
		expect(top(SEEN)).toBeLessThan(top(NEW));
		for (const next of endsOf(NEW).filter((name) => name !== REMEMBER))
			expect(top(REMEMBER), next).toBeLessThan(top(next));
		expect(endsOf(REMEMBER)).toEqual([]);
	});

	test('uses one table in all of its nodes', () => {
		const name = tableOf(nodeOf(example, SEEN));
		const reference = { __rl: true, mode: 'name', value: name };
		for (const user of [NEW, REMEMBER]) expect(tableOf(nodeOf(example, user))).toEqual(reference);
	});

	test('forgets events after 30 days, and people never', () => {
		const isForgetting = namesOf(example).includes(FORGET);
		expect(isForgetting).toBe(!['product-welcome'].includes(example));
		if (!isForgetting) return;
		const { filters } = nodeOf(example, FORGET).parameters;
		expect(JSON.stringify(filters)).toContain('$now.minus({ days: 30 })');
		expect(only(endsOf(SEEN))).toBe(FORGET);
	});
});
