// Chooses a value for each parameter of an operation: what its placeholder suggests, if the contract accepts it.
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { z } from 'zod';

import { referenceOf, unwrap, type Schema } from '../../service/contract/index.mts';
import { firstIds } from '../../service/state.mts';
import {
	choicesOf,
	fieldsWithin,
	segmentOf,
	type DescribedOperation,
} from '../lib/descriptions.mts';
import { byId } from '../lib/workflows.mts';
import { findEndpoint } from '../schemas/operationFiles.mts';
import { fieldsOf } from '../schemas/simplified.mts';

/** The first occurs in most texts of the simulated service, the second is long enough for a password. */
const TEXTS = ['a', 'a longer text'];

/** Returns the schema of an array's elements, or the schema itself. */
function elementOf(schema: Schema): Schema {
	const inner = unwrap(schema);
	return inner instanceof z.ZodArray ? elementOf(inner.element) : inner;
}

/** Returns the first record of the simulated service below a path segment. */
function idOf(segment: string): string {
	const [, id] = Object.entries(firstIds).find(([kind]) => kind === segment) ?? [];
	if (id !== undefined) return String(id);
	throw new Error(
		`The simulated service has no ${segment}: add their first ID to firstIds in service/state.mts`,
	);
}

function exampleText({ placeholder = '' }: INodeProperties, schema: Schema = z.string()): string {
	const kind = referenceOf(elementOf(schema))?.kind;
	if (kind !== undefined) return idOf(kind);
	const texts = [placeholder.replace(/^e\.g\. /, ''), ...TEXTS].filter(Boolean);
	return texts.find((text) => z.safeParse(schema, text).success) ?? 'a';
}

const firstOther = (field: INodeProperties) =>
	choicesOf(field).find(({ value }) => ![field.default].flat().includes(value))?.value ?? '';

function exampleRows(
	{ options = [], typeOptions }: INodeProperties,
	schema?: Schema,
): INodeParameters {
	const group = options.find((option) => 'values' in option);
	if (group === undefined) return {};
	// A dropdown decides how the other fields of the row are read, so it keeps its default.
	const dropdowns = group.values.filter(({ type }) => type === 'options');
	const defaults = Object.fromEntries(dropdowns.map((field) => [field.name, field.default]));
	const row = {
		...exampleValues(group.values, fieldsOf(schema && elementOf(schema))),
		...defaults,
	};
	return { [group.name]: typeOptions?.multipleValues ? [row] : row };
}

type ExampleValue = (field: INodeProperties, schema?: Schema) => NodeParameterValueType;
const VALUES: Record<string, ExampleValue> = {
	boolean: (field) => !field.default,
	dateTime: () => '2026-12-01T09:00:00',
	fixedCollection: exampleRows,
	json: () => '{"language": "en"}',
	multiOptions: (field) => [firstOther(field)],
	number: (field) => Number(field.default) || 1,
	options: firstOther,
	resourceLocator: ({ name }) => byId(idOf(segmentOf(name))),
	string: exampleText,
};

/** Returns the conditions under which a field is shown, other than its operation. */
const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !/^\W?(operation|resource)$/.test(name),
	);

/** Fields that decide which other fields are shown keep their default. */
function exampleValues(fields: INodeProperties[], shape: Record<string, Schema>): INodeParameters {
	const deciding = new Set(fields.flatMap(conditionsOf).map(([name]) => name));
	const defaultOf = (name: string) => fields.find((field) => field.name === name)?.default;
	const isShown = (field: INodeProperties) =>
		conditionsOf(field).every(([name, values]) =>
			values?.some((value) => value === defaultOf(name)),
		);
	return Object.fromEntries<NodeParameterValueType>(
		fields.filter(isShown).flatMap((field) => {
			if (field.type === 'collection')
				return [[field.name, exampleValues(fieldsWithin(field), shape)]];
			if (deciding.has(field.name)) return [[field.name, field.default]];
			const sentAs = field.routing?.send?.property ?? field.name;
			const value = VALUES[field.type]?.(field, shape[sentAs]);
			return value === undefined ? [] : [[field.name, value]];
		}),
	);
}

/** Returns a value for each parameter of an operation that is shown with the default values. */
export function parametersFor({ node, option, fields }: DescribedOperation): INodeParameters {
	const { query, body } = findEndpoint({ option }) ?? {};
	const values = exampleValues(fields, { ...query?.shape, ...body?.shape });
	return { resource: node, operation: option.value, ...values };
}
