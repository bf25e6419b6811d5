import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
	endpoints,
	referenceOf,
	unwrap,
	valuesOf,
	type Endpoint,
	type Schema,
} from '../service/contract/index.mts';
import notOffered from './coverage.json' with { type: 'json' };
import { choicesOf, operations, parametersOf } from '../scripts/lib/descriptions.mts';
import { operationSources } from '../scripts/schemas/operationFiles.mts';
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

/** Returns the schemas of the parameters of an endpoint's query and body. */
const parametersOfEndpoint = ({ query, body }: Endpoint): Record<string, Schema> => ({
	...query.shape,
	...body.shape,
});

/** Returns the schema of a value, or of an element where a list is sent as an array or separated by commas. */
const elementOf = (schema: Schema): Schema => {
	const inner = unwrap(schema);
	return inner instanceof z.ZodArray ? elementOf(inner.element) : inner;
};

/** The kinds of values that a field of n8n's panel sends. */
const SENDS: Record<string, unknown[]> = {
	boolean: [true, 1, 'true'],
	number: [5],
	json: [{ a: 1 }, '{"a":1}'],
};

/** Fields that a step before sending replaces by others. */
const REPLACED = ['metadata_json'];

/** The endpoints whose parameters an operation sends only without Dry Run, which is on in saved workflows. */
const BEYOND_DRY_RUN: Record<string, string> = {
	'customer.syncAccess': 'customers.create',
	'collection.syncItems': 'collections.addItem',
};

const sources = new Map(operationSources.map((source) => [source.name, source]));

/** Returns the parameters of every endpoint that an operation sends requests to. */
function schemasOf(operation: string): Record<string, Schema> {
	const declared = sources.get(operation)?.endpoint;
	const isAsked = ({ id, method, path }: Endpoint) =>
		asked.get(operation)?.has(id) ||
		BEYOND_DRY_RUN[operation] === id ||
		(method === declared?.method && path === declared.path);
	return Object.assign({}, ...endpoints.filter(isAsked).map(parametersOfEndpoint)) as Record<
		string,
		Schema
	>;
}

describe('every parameter of the panel is one of the contract', () => {
	const routed = operations.flatMap((operation) =>
		parametersOf(operation).flatMap(({ field, path }) => {
			const { property } = field.routing?.send ?? {};
			if (property === undefined || REPLACED.includes(property)) return [];
			const title = `${operation.name} ${path.join('.')}`;
			return [{ title, field, operation: operation.name, name: property.replace(/[.[].*/, '') }];
		}),
	);

	it('there are parameters to compare', () => expect(routed.length).toBeGreaterThan(150));

	it.each(routed)('$title has a name that the service knows', ({ name, operation }) => {
		expect(Object.keys(schemasOf(operation))).toContain(name);
	});

	it.each(routed.filter(({ field }) => choicesOf(field).length > 0))(
		'$title offers no value that the service refuses',
		({ field, name, operation }) => {
			const schema = schemasOf(operation)[name];
			const documented = schema && valuesOf(schema)?.map(String);
			const offered = choicesOf(field).map(({ value }) => String(value));
			const unknown = offered.filter((value) => value !== '' && !documented?.includes(value));
			expect(documented ? unknown : []).toEqual([]);
		},
	);

	it.each(routed.filter(({ field }) => field.type in SENDS))(
		'$title sends a value of a kind that the service takes',
		({ field, name, operation }) => {
			const schema = defined(schemasOf(operation)[name]);
			const values = SENDS[field.type] ?? [];
			expect(values.some((value) => z.safeParse(elementOf(schema), value).success)).toBe(true);
		},
	);
});

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
