import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
	endpoints,
	referenceOf,
	valuesOf,
	type Endpoint,
	type Schema,
} from '../service/contract/index.mts';
import notOffered from './coverage.json' with { type: 'json' };
import { operations } from '../scripts/lib/descriptions.mts';
import { nodeTypeOf } from './kit/engine.mts';
import { credentialFor, runSaved, savedNodes } from './kit/saved.mts';
import { startService } from '../service/index.mts';
import { defined } from './kit/defined.mts';
import { parsed } from './kit/json.mts';

/**
 * Runs every saved workflow against the simulated service and compares what was sent with the contract. An endpoint, a
 * parameter or a documented value that no operation can send fails here; so does an operation that is in no workflow.
 */

type Running = Awaited<ReturnType<typeof startService>>;

let running: Running;
const sent = new Map<string, Set<string>>();
/** The endpoints that each operation, as `<node>.<operation>`, sent requests to. */
const asked = new Map<string, Set<string>>();

beforeAll(async () => {
	running = await startService({ port: 0 });
});
afterAll(async () => await running.close());

function parameterNames(text: string, isQuery: boolean): string[] {
	if (text === '') return [];
	const names = isQuery ? [...new URLSearchParams(text).keys()] : Object.keys(parsed<object>(text));
	return names.map((name) => name.replace(/\[.*/, ''));
}

describe('a saved workflow runs without a violation of the contract', () => {
	it.each(savedNodes.map((saved) => [`${saved.node}: ${saved.title}`, saved] as const))(
		'%s',
		async (_, saved) => {
			const { service } = running;
			service.clearLogs();
			const credential = credentialFor(saved, service);
			const { error, items } = await runSaved(saved, service, { credential });
			expect(service.violations).toEqual([]);
			expect(error && `${error.message} ${error.description}`).toBeUndefined();
			// An item about a record that no row names is paired with no row.
			const pairings = saved.operation.startsWith('sync') ? [{ item: 0 }, []] : [{ item: 0 }];
			for (const { pairedItem } of items) expect(pairings).toContainEqual(pairedItem);
			const own = service.requests.filter(
				({ path }) => path !== '/oauth/token' || saved.node === 'accessToken',
			);
			for (const { endpoint, query, body } of own) {
				const names = [...parameterNames(query, true), ...parameterNames(body, false)];
				sent.set(endpoint ?? '', new Set([...(sent.get(endpoint ?? '') ?? []), ...names]));
				const operation = `${saved.node}.${saved.operation}`;
				asked.set(operation, new Set([...(asked.get(operation) ?? []), endpoint ?? '']));
			}
		},
	);
});

/** Returns the documented parameters of an endpoint, without the record's own address and those left out on purpose. */
function offeredParameters({ id, query, body }: Endpoint): string[] {
	const shape = { ...query.shape, ...body.shape };
	const leftOut: Record<string, string> =
		notOffered.parameters[id as keyof typeof notOffered.parameters] ?? {};
	return Object.keys(shape).filter(
		(name) => !referenceOf(shape[name as keyof typeof shape])?.own && !(name in leftOut),
	);
}

describe('every documented parameter is sent by a saved workflow', () => {
	it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
		const names = sent.get(id);
		expect(
			names,
			`No operation asks ${endpoint.method} ${endpoint.path}: add a file for it in nodes/, mention it in its node, and run \`npm run workflows:add\``,
		).toBeDefined();
		const missing = offeredParameters(endpoint).filter((name) => !names?.has(name));
		expect(
			missing,
			`${id} is never sent these parameters: add the fields in nodes/ and use them in test/workflows/, or say in test/coverage.json why they are not offered`,
		).toEqual([]);
	});

	it('every operation is in a saved workflow', () => {
		const beyond = Object.keys(notOffered.beyondTheApi);
		const names = operations.map(({ name }) => name);
		expect(
			names.filter((name) => !asked.has(name) && !beyond.includes(name)),
			'These operations are in no saved workflow: `npm run workflows:add` writes them into test/workflows/',
		).toEqual([]);
	});
});

/** Collects the values that the dropdowns of a node offer, by parameter name. */
function offeredValues(properties: INodeProperties[]): Map<string, Set<string>> {
	const values = new Map<string, Set<string>>();
	const visit = (property: INodeProperties) => {
		for (const option of property.options ?? []) {
			if ('value' in option) {
				const known = values.get(property.name) ?? new Set();
				values.set(property.name, known.add(String(option.value)));
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
