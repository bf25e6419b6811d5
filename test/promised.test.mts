import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { operations, parametersIn, type Parameter } from '../scripts/lib/descriptions.mts';
import { nodeTypes } from './kit/engine.mts';

/** Returns the conditions that show a field, without its operations and resource. */
function visibility({ displayOptions = {} }: INodeProperties): string {
	const { show: all = {}, hide = {} } = displayOptions;
	const { operation: _, '/operation': _below, resource: _resource, ...show } = all;
	const conditions = { show, hide };
	return Object.entries(conditions)
		.filter(([, fields]) => Object.keys(fields).length > 0)
		.map(([how, fields]) => `, ${how} for ${JSON.stringify(fields)}`)
		.join('');
}

/** Returns the names to choose from: of values, groups or modes. */
function choices({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (type === 'fixedCollection') return options.map(({ name }) => name);
	if (type.endsWith('ptions'))
		return options.map((option) => String('value' in option && option.value));
	return modes.map(({ name }) => name);
}

/** Returns the properties of a field that saved workflows depend on. */
function lineOf({ field, path }: Parameter): string {
	const { required, typeOptions, type } = field;
	const kind = [
		...(required ? ['required'] : []),
		...(typeOptions?.multipleValues ? ['many'] : []),
		type,
	];
	const chosen = choices(field).sort().join(', ');
	const value = JSON.stringify(field.default);
	return `${path.join('.')}: ${kind.join(' ')} = ${value}${chosen && ` of ${chosen}`}${visibility(field)}`;
}

/** Whether n8n adds the field to every node. */
const isOfN8n = ({ name }: INodeProperties) => name === 'requestOptions';

/** Returns a line for each parameter of fields, those inside others included. */
const linesOf = (fields: INodeProperties[]): string =>
	[...new Set(fields.flatMap((field) => parametersIn(field)).map(lineOf))].sort().join('\n');

const MESSAGE =
	'A new line is compatible. A changed or removed line breaks saved workflows and, once released, needs a new version of the node. `npx vitest run test/promised.test.mts -u` accepts the lines';

describe('the parameters that saved workflows depend on are unchanged', () => {
	it.each(Object.entries(nodeTypes))('%s', async (node, { description }) => {
		const { version, credentials = [], properties } = description;
		const types = credentials.map(({ name }) => name).join(', ');
		const own = properties.filter(
			(field) => !isOfN8n(field) && !field.displayOptions?.show?.operation,
		);
		const lines = `${node} ${[version].flat().join(', ')} with ${types}\n${linesOf(own)}`;
		await expect(lines, MESSAGE).toMatchFileSnapshot(`promised/${node}.txt`);
	});

	it.each(operations.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_, { node, option, fields }) => {
			expect(fields).not.toEqual([]);
			const file = `promised/${node}/${String(option.value)}.txt`;
			await expect(linesOf(fields), MESSAGE).toMatchFileSnapshot(file);
		},
	);
});
