import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import notOffered from '../coverage.json' with { type: 'json' };
import {
	choicesOf,
	parametersOf,
	type DescribedOperation,
} from '../../scripts/lib/descriptions.mts';
import { operationSources } from '../../scripts/schemas/operationFiles.mts';
import {
	endpoints,
	referenceOf,
	unwrap,
	valuesOf,
	type Endpoint,
	type Schema,
} from '../../service/contract/index.mts';
import { openService } from '../kit/service.mts';
import { defined } from '../kit/defined.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { parsed } from '../kit/json.mts';
import { credentialFor, expectSuccess, runSaved, type SavedNode } from '../kit/saved.mts';

const sent = new Map<string, Set<string>>();
/** The endpoints that each operation, as `<node>.<operation>`, sent requests to. */
export const asked = new Map<string, Set<string>>();

function parameterNames(text: string, isQuery: boolean): string[] {
	if (text === '') return [];
	const names = isQuery ? [...new URLSearchParams(text).keys()] : Object.keys(parsed<object>(text));
	return names.map((name) => name.replace(/\[.*/, ''));
}

/** Runs saved workflows against the simulated service, and notes what they sent. */
function itObeysTheContract(saved: SavedNode[]): void {
	let running: Awaited<ReturnType<typeof openService>>;
	beforeAll(async () => {
		running = await openService();
	});
	afterAll(async () => await running.close());

	describe('a saved workflow runs without a violation of the contract', () => {
		it.each(saved.map((node) => [`${node.node}: ${node.title}`, node] as const))(
			'%s',
			async (_, node) => {
				const { service } = running;
				service.clearLogs();
				const credential = credentialFor(node, service);
				const { error, items } = await runSaved(node, service, { credential });
				const hint =
					'The service refuses what the operation sends: correct its fields or its route';
				expect(service.violations, hint).toEqual([]);
				expectSuccess(node, { error });
				// An item about a record that no row names is paired with no row.
				const pairings = node.operation.startsWith('sync') ? [{ item: 0 }, []] : [{ item: 0 }];
				for (const { pairedItem } of items) expect(pairings).toContainEqual(pairedItem);
				const own = service.requests.filter(
					({ path }) => path !== '/oauth/token' || node.node === 'accessToken',
				);
				for (const { endpoint, query, body } of own) {
					const names = [...parameterNames(query, true), ...parameterNames(body, false)];
					sent.set(endpoint ?? '', new Set([...(sent.get(endpoint ?? '') ?? []), ...names]));
					const operation = `${node.node}.${node.operation}`;
					asked.set(operation, new Set([...(asked.get(operation) ?? []), endpoint ?? '']));
				}
			},
		);
	});
}

/** Returns the documented parameters of an endpoint, without the record's own address and those left out on purpose. */
function offeredParameters({ id, query, body }: Endpoint): string[] {
	const shape = { ...query.shape, ...body.shape };
	const leftOut: Record<string, string> =
		notOffered.parameters[id as keyof typeof notOffered.parameters] ?? {};
	return Object.keys(shape).filter(
		(name) => !referenceOf(shape[name as keyof typeof shape])?.own && !(name in leftOut),
	);
}

/** Expects that the workflows of {@link itObeysTheContract} sent every parameter of these endpoints. */
function itSendsEveryParameter(ofContract: readonly Endpoint[]): void {
	describe('every documented parameter is sent by a saved workflow', () => {
		it.each(ofContract.map((endpoint) => [endpoint.id, endpoint] as const))(
			'%s',
			(id, endpoint) => {
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
			},
		);
	});
}

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
const REPLACED = ['metadata_json', 'extra_fields_json'];

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

/** Types of fields that always have a value: that of the default. */
const ALWAYS_SET = ['boolean', 'number', 'options'];

/** Parameters that the credential has where the field is empty. */
const OF_CREDENTIAL = ['accessToken.create additionalFields.scope'];

/** Whether the service refuses the operation's own request without a parameter. */
function isNeeded(operation: string, name: string): boolean {
	const endpoint = sources.get(operation)?.endpoint;
	const schema = endpoint && parametersOfEndpoint(endpoint)[name];
	return schema !== undefined && !z.safeParse(schema, undefined).success;
}

/** Returns the fields that routing puts into a request, with the name of the parameter. */
function routedIn(guarded: DescribedOperation[]) {
	return guarded.flatMap((operation) =>
		parametersOf(operation).flatMap(({ field, path }) => {
			const { property } = field.routing?.send ?? {};
			if (property === undefined || REPLACED.includes(property)) return [];
			const title = `${operation.name} ${path.join('.')}`;
			return [{ title, field, operation: operation.name, name: property.replace(/[.[].*/, '') }];
		}),
	);
}

/** Expects that the fields of these operations send what the contract knows. */
function itOffersTheContract(guarded: DescribedOperation[]): void {
	const routed = routedIn(guarded);
	if (routed.length === 0) return;
	describe('every parameter of the panel is one of the contract', () => {
		it.each(routed)('$title has a name that the service knows', ({ name, operation }) => {
			const hint =
				'The contract has no such parameter: check its name, and that it is in the query or body';
			expect(Object.keys(schemasOf(operation)), hint).toContain(name);
		});

		const needed = routed.filter(({ operation, name }) => isNeeded(operation, name));
		it.each(needed.filter(({ title }) => !OF_CREDENTIAL.includes(title)))(
			'$title is required, as the parameter is',
			({ field }) => {
				const hint = 'Without a value the service refuses the request: set `required: true`';
				expect(field.required === true || ALWAYS_SET.includes(field.type), hint).toBe(true);
			},
		);

		it.each(routed.filter(({ field }) => choicesOf(field).length > 0))(
			'$title offers no value that the service refuses',
			({ field, name, operation }) => {
				const schema = schemasOf(operation)[name];
				const documented = schema && valuesOf(schema)?.map(String);
				const offered = choicesOf(field).map(({ value }) => String(value));
				const unknown = offered.filter((value) => value !== '' && !documented?.includes(value));
				expect(documented ? unknown : [], 'The contract lists the values').toEqual([]);
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
}

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

/** Expects that dropdowns offer every value that the contract lists. */
function itOffersEveryValue(ofContract: readonly Endpoint[]): void {
	describe('every documented value is a choice of the panel', () => {
		it.each(ofContract.map((endpoint) => [endpoint.id, endpoint] as const))(
			'%s',
			(id, endpoint) => {
				const operation = defined(
					[...asked].find(([, ids]) => ids.has(id))?.[0],
					`an operation that asks ${endpoint.method} ${endpoint.path}`,
				);
				const node = nodeTypeOf(operation.replace(/\..*/, ''));
				const choices = offeredValues(node.description.properties);
				const missing = Object.entries(parametersOfEndpoint(endpoint)).flatMap(([name, schema]) => {
					const offered = choices.get(camelCase(name));
					const documented = offered === undefined ? [] : (valuesOf(schema) ?? []);
					return documented
						.map(String)
						.filter((value) => !offered?.has(value))
						.map((value) => `${name}: ${value}`);
				});
				expect(
					missing,
					`${id} has values that ${operation} does not offer: add them to its options`,
				).toEqual([]);
			},
		);
	});
}

/** Compares operations and their saved workflows with the contract, in both directions. */
export function itFitsTheContract(
	guarded: DescribedOperation[],
	saved: SavedNode[],
	ofContract: readonly Endpoint[],
): void {
	itObeysTheContract(saved);
	itSendsEveryParameter(ofContract);
	itOffersTheContract(guarded);
	itOffersEveryValue(ofContract);
}
