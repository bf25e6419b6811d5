import {
	isResourceLocatorValue,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type NodeParameterValueType,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runAgent, type Tool } from '../kit/agent.mts';
import {
	fieldsWithin,
	parametersOf,
	SEGMENTS,
	type DescribedOperation,
} from '../../scripts/lib/descriptions.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { filledIn, newCredentialFor, expectSuccess, runSaved, savedUsing } from '../kit/saved.mts';
import { BASE_URL, Wire } from '../kit/wire.mts';
import { only } from '../kit/defined.mts';

/** The types with which a model is asked for properties, and the form of its arguments. */
interface Manner {
	types: Record<string, string>;
	/** Formats an id. */
	locator: (id: unknown, name: string) => string;
	number: (value: NodeParameterValueType) => unknown;
}

const TYPES = {
	boolean: 'boolean',
	dateTime: 'string',
	json: 'json',
	multiOptions: 'json',
	number: 'number',
	options: 'string',
	resourceLocator: 'string',
	string: 'string',
};

const MANNERS: Record<string, Manner> = {
	'ids as text': { types: TYPES, locator: String, number: (value) => value },
	'ids as addresses, and numbers as text': {
		types: { ...TYPES, number: 'string' },
		// An item of a collection has no href.
		locator: (id, name) =>
			name === 'item' ? String(id) : `${BASE_URL}/${SEGMENTS[name]}/${String(id)}`,
		number: String,
	},
};

/** Whether the locator is in email mode, which has one form only. */
const isEmail = (value: NodeParameterValueType) =>
	isResourceLocatorValue(value) && value.mode === 'email';

/** Returns the model's argument for a value that a person typed. */
function argumentFor(
	{ type, name }: INodeProperties,
	value: NodeParameterValueType,
	{ locator, number }: Manner,
): unknown {
	if (type === 'resourceLocator') {
		const chosen = isResourceLocatorValue(value) ? value.value : value;
		return isEmail(value) ? chosen : locator(chosen, name);
	}
	if (type === 'number') return number(value);
	return type === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

/** Returns the properties that display conditions depend on; a person sets these. */
function deciding({ fields }: DescribedOperation): string[] {
	const conditions = [...fields, ...fields.flatMap(fieldsWithin)].flatMap(({ displayOptions }) =>
		Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }),
	);
	return conditions.map((name) => name.slice(name.lastIndexOf('/') + 1));
}

interface ByAi {
	parameters: INodeParameters;
	/** The model's arguments. */
	args: IDataObject;
}

/** Replaces every value that a model can fill in by `$fromAI(...)`. */
function leftToAi(
	parameters: INodeParameters,
	fields: INodeProperties[],
	{ fixed, manner }: { fixed: string[]; manner: Manner },
	above: string[] = [],
): ByAi {
	const all: ByAi = { parameters: {}, args: {} };
	for (const [name, value] of Object.entries(parameters)) {
		const field = fields.find((candidate) => candidate.name === name);
		const inner = field?.type === 'collection' && fieldsWithin(field);
		const path = [...above, name];
		const aiType = manner.types[field?.type ?? ''];
		if (inner && typeof value === 'object') {
			const within = leftToAi(value as INodeParameters, inner, { fixed, manner }, path);
			all.parameters[name] = within.parameters;
			Object.assign(all.args, within.args);
		} else if (!field || !aiType || fixed.includes(name) || String(value).startsWith('=')) {
			all.parameters[name] = value;
		} else {
			const key = path.join('_');
			const expression = `={{ $fromAI('${key}', '${name} of it', '${aiType}') }}`;
			const isLocator = field.type === 'resourceLocator';
			const mode = isEmail(value) ? 'email' : 'id';
			all.parameters[name] = isLocator ? { __rl: true, mode, value: expression } : expression;
			Object.assign(all.args, { [key]: argumentFor(field, value, manner) });
		}
	}
	return all;
}

/** Nodes whose results are tokens, which no model may see. */
export const NO_TOOLS = ['accessToken', 'pairingCode'];

/** Operations over a whole list, which are refused to agents; their own tests cover that. */
const WHOLE_LISTS = ['customer.syncAccess', 'collection.syncItems'];

/** Runs the operations as tools of an agent with the values of a saved workflow: both must send the same requests. */
export function itIsATool(guarded: DescribedOperation[]): void {
	const cases = guarded
		.filter(({ node, name }) => !NO_TOOLS.includes(node) && !WHOLE_LISTS.includes(name))
		.map((operation) => ({ operation, title: operation.name, saved: savedUsing(operation.name) }));
	if (cases.length === 0) return;
	describe('as a tool', () => {
		const wire = new Wire();
		const { service } = wire;
		describe.each(cases)('$title', ({ operation, title, saved }) => {
			it.each(Object.entries(MANNERS))(
				'sends the arguments of the model: %s',
				async (_, manner) => {
					if (!saved) expect.fail(`No saved workflow has ${title}: add it to test/workflows/`);
					const { node } = saved;
					const filled = filledIn(saved, service);
					expectSuccess(saved, await runSaved(saved, service, { parameters: filled }));
					const expected = wire.take();
					expect(expected.length, `the saved workflow of ${title} sends nothing`).toBeGreaterThan(
						0,
					);

					const { parameters, args } = leftToAi(filled, operation.fields, {
						fixed: deciding(operation),
						manner,
					});
					const seen: Tool[] = [];
					const work = async (tool: Tool) => {
						seen.push(tool);
						return await tool.invoke(args);
					};
					await runAgent({ node, parameters, credential: newCredentialFor(saved, service), work });
					expect(wire.take()).toEqual(expected);
					const { name, description, schema } = only(seen);
					expect(name).toMatch(/^\w+$/);
					const { defaults } = nodeTypeOf(node).description;
					expect(description).toBe(`${operation.option.action} in ${defaults.name}`);
					expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(args).sort());
				},
			);

			it('has a description on everything that a model can fill in', () => {
				const silent = parametersOf(operation)
					.filter(({ field }) => field.type in TYPES || field.type === 'fixedCollection')
					.filter(({ field }) => !field.description)
					.map(({ path }) => path.join('.'));
				expect(silent, `give these fields of ${title} a description`).toEqual([]);
			});
		});
	});
}
