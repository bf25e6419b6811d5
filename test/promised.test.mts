import type { INodeProperties, INodeType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { operations, parametersIn, type Parameter } from '../scripts/lib/descriptions.mts';
import { nodeTypes } from './kit/engine.mts';

/** Beside its operation and resource, which the line names. */
function visibility({ displayOptions = {} }: INodeProperties): string {
	const { show: all = {}, hide = {} } = displayOptions;
	const { operation: _, '/operation': _below, resource: _resource, ...show } = all;
	const conditions = { show, hide };
	return Object.entries(conditions)
		.filter(([, fields]) => Object.keys(fields).length > 0)
		.map(([how, fields]) => `, ${how} for ${JSON.stringify(fields)}`)
		.join('');
}

/** What is chosen from: values, groups or modes. */
function choices({ type, options = [], modes = [] }: INodeProperties): string[] {
	if (type === 'fixedCollection') return options.map(({ name }) => name);
	if (type.endsWith('ptions'))
		return options.map((option) => String('value' in option && option.value));
	return modes.map(({ name }) => name);
}

/** What a saved workflow depends on in one field. */
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

/** n8n adds it to every node. */
const isOfN8n = ({ name }: INodeProperties) => name === 'requestOptions';

/** The fields of a node, each once with the operations that have it. */
function linesOf(node: string, { description }: INodeType): string[] {
	const having = new Map<string, string[]>();
	const add = (field: INodeProperties, ...names: string[]) => {
		for (const parameter of parametersIn(field)) {
			const line = lineOf(parameter);
			having.set(line, [...(having.get(line) ?? []), ...names]);
		}
	};
	for (const field of description.properties) {
		if (!isOfN8n(field) && !field.displayOptions?.show?.operation) add(field);
	}
	for (const { option, fields } of operations.filter((one) => one.node === node)) {
		for (const field of fields) add(field, String(option.value));
	}
	return [...having]
		.map(([line, operations]) =>
			operations.length > 0 ? `${line} | ${[...new Set(operations)].sort().join(' ')}` : line,
		)
		.sort();
}

describe('what saved workflows depend on', () => {
	it('is what was promised', async () => {
		const lines = Object.entries(nodeTypes).flatMap(([name, type]) => {
			const { version, credentials = [] } = type.description;
			const types = credentials.map((credential) => credential.name).join(', ');
			return [`${name} ${[version].flat().join(', ')} with ${types}`, ...linesOf(name, type), ''];
		});
		await expect(
			lines.join('\n'),
			'A new line harms nobody; one that has changed or gone breaks saved workflows, and once released needs a new version of the node. `npx vitest run test/promised.test.mts -u` makes it the promise',
		).toMatchFileSnapshot('promised.txt');
	});
});
