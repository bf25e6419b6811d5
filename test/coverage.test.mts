import type { INodeProperties } from 'n8n-workflow';
import { afterAll, describe, expect, it } from 'vitest';

import { endpoints, valuesOf, type Schema } from '../service/contract/index.mts';
import notOffered from './coverage.json' with { type: 'json' };
import { operations } from '../scripts/lib/descriptions.mts';
import { asked, itFitsTheContract } from './guards/contract.mts';
import { nodeTypeOf } from './kit/engine.mts';
import { savedNodes } from './kit/saved.mts';
import { defined } from './kit/defined.mts';

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

/** Collects the values that the dropdowns of a node offer, by parameter name. */
function offeredValues(properties: INodeProperties[]): Map<string, Set<string>> {
	const values = new Map<string, Set<string>>();
	const visit = (property: INodeProperties) => {
		for (const option of property.options ?? []) {
			if ('value' in option) {
				const set = values.get(property.name) ?? new Set();
				values.set(property.name, set.add(String(option.value)));
			} else if ('values' in option) option.values.forEach(visit);
			else visit(option);
		}
	};
	properties.forEach(visit);
	return values;
}

const camelCase = (name: string) =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('every documented value is a choice of the panel', () => {
	let compared = 0;
	afterAll(() => expect(compared).toBeGreaterThan(170));

	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
		const operation = defined(
			[...asked].find(([, ids]) => ids.has(id))?.[0],
			`an operation that asks ${endpoint.method} ${endpoint.path}`,
		);
		const node = nodeTypeOf(operation.replace(/\..*/, ''));
		const choices = offeredValues(node.description.properties);
		const shape: Record<string, Schema> = { ...endpoint.query.shape, ...endpoint.body.shape };
		for (const [name, schema] of Object.entries(shape)) {
			const documented = valuesOf(schema) ?? [];
			const offered = choices.get(camelCase(name));
			if (offered === undefined) continue;
			compared += documented.length;
			expect(
				documented.map(String).filter((value) => !offered.has(value)),
				`${name} of ${id} has values that ${operation} does not offer`,
			).toEqual([]);
		}
	});
});
