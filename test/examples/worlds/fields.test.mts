// No box writes a field of another system that no note of its canvas names, and each column of a sheet has values.
import { createRequire } from 'node:module';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { exampleNames, readExample } from '../../../scripts/lib/examples.mts';
import { boxesOf, isOfType, notesOf, writesFields } from '../facts.mts';
import { sendersIn, type Sent } from './engine.mts';
import { examplesWith, play } from './play.mts';

const descriptions = createRequire(import.meta.url)(
	'n8n-nodes-base/dist/types/nodes.json',
) as INodeTypeDescription[];

const entriesOf = (value: unknown): Array<[name: string, value: unknown]> =>
	typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** A name that is not a word: a note has it in backticks. */
const inCode = (name: string): string => `\`${name}\``;

/** Returns the names of all values, without the addresses that say whom they are about. */
const namesIn = (value: unknown): string[] =>
	entriesOf(value).flatMap(([name, inner]) => {
		if (typeof inner === 'object') return namesIn(inner);
		return String(inner).includes('@') ? [] : [inCode(name)];
	});

/** Returns the names that a person has entered beside such values. */
const enteredIn = (value: unknown): string[] =>
	entriesOf(value).flatMap(([, entry]) => {
		const { name, property = name, value: inner } = Object.fromEntries(entriesOf(entry));
		if (typeof property !== 'string') return enteredIn(entry);
		return String(inner).includes('@') ? [] : [inCode(property)];
	});

type Written = Pick<Sent, 'node' | 'parameters' | 'input'>;

/** Returns the columns of a row: those of the item, or those that the box chooses. */
function columnsOf({ parameters, input }: Written): string[] {
	const { mappingMode, value } = Object.fromEntries(entriesOf(parameters.columns));
	return entriesOf(mappingMode === 'autoMapInputData' ? input : value).map(([name]) =>
		inCode(name),
	);
}

/** Returns a field of a collection as the panel shows it. */
function labelOf({ type, typeVersion }: INode, field: string): string {
	const labels = descriptions
		.filter(
			({ name, version }) => type.endsWith(`.${name}`) && [version].flat().includes(typeVersion),
		)
		.flatMap(({ properties }) => properties)
		.flatMap(({ options = [] }) => options)
		.filter(({ name }) => name === field)
		.map((option) => ('displayName' in option ? option.displayName : option.name));
	return labels[0] ?? field;
}

/** Returns the fields of a collection, and the fields of one's own that are entered in it. */
const collected = (node: INode, collection: unknown): string[] =>
	entriesOf(collection).flatMap(([name, value]) =>
		typeof value === 'object' ? enteredIn(value) : [labelOf(node, name)],
	);

/** How the fields are read from what a box writes, by its type. */
const FIELDS = new Map<string, (written: Written) => string[]>([
	['dataTable', columnsOf],
	['googleSheets', columnsOf],
	[
		'httpRequest',
		({ parameters: { jsonBody, bodyParameters } }) => [
			...namesIn(jsonBody),
			...enteredIn(bodyParameters),
		],
	],
	['hubspot', ({ node, parameters }) => collected(node, parameters.additionalFields)],
	['zendesk', ({ node, parameters }) => collected(node, parameters.updateFields)],
]);

/** Returns the fields that a box writes. */
function fieldsOf(written: Written): string[] {
	const { node } = written;
	const fields = FIELDS.get(node.type.slice(node.type.lastIndexOf('.') + 1));
	if (!fields) throw new Error(`Add to FIELDS how ${node.type} writes`);
	return fields(written);
}

const isInsert = ({ parameters: { operation } }: INode) =>
	/^(insert|update|upsert)$/.test(String(operation));

/** Returns the boxes of an example that write rows of a Data Table, which n8n does in the tests, too. */
const rowsOf = (example: string): Written[] =>
	boxesOf(example)
		.filter((node) => isOfType('dataTable')(node) && isInsert(node))
		.map((node) => ({ node, parameters: node.parameters, input: {} }));

const writersIn = (example: string) => sendersIn(readExample(example)).filter(writesFields);

const concerned = examplesWith(isOfType(...FIELDS.keys())).filter(
	(example) => writersIn(example).length + rowsOf(example).length > 0,
);

test.each(concerned)('%s writes only fields that its notes name', async (example) => {
	// Who is missing in an audience is invited.
	const isDown = ({ parameters: { method } }: INode) => method === 'PATCH';
	const written: Written[] = [];
	for (const options of [{}, { isDown, refusal: '404 - not found' }]) {
		const { sent } = await play(example, { size: 2, ...options });
		written.push(...sent.filter(({ node }) => writesFields(node)));
	}
	expect(new Set(written.map(({ node }) => node.name)), 'boxes that write').toEqual(
		new Set(writersIn(example).map(({ name }) => name)),
	);
	const notes = notesOf(example).join('\n').toLowerCase();
	const unnamed = [...written, ...rowsOf(example)].flatMap((one) =>
		fieldsOf(one)
			.filter((field) => !notes.includes(field.toLowerCase()))
			.map((field) => `${one.node.name}: ${field}`),
	);
	expect([...new Set(unnamed)]).toEqual([]);
});

/** Returns the columns that a note lists. */
const listedIn = (note: string): string[] =>
	[...(/first row(?: is)?: (`.*`)/.exec(note)?.[1]?.matchAll(/`(\w+)`/g) ?? [])].map(
		([, column = '']) => column,
	);

test.each(exampleNames.filter((example) => notesOf(example).some((note) => listedIn(note).length)))(
	'%s writes the columns that its note lists, each with values',
	async (example) => {
		const { sent } = await play(example, { size: 5 });
		const rows = sent
			.filter(({ node }) => isOfType('googleSheets')(node))
			.map(({ input }) => input);
		const isFilled = (column: string) =>
			rows.some(({ [column]: value }) => value !== undefined && value !== null && value !== '');
		expect(Object.keys(rows[0] ?? {}).filter(isFilled)).toEqual(notesOf(example).flatMap(listedIn));
	},
);
