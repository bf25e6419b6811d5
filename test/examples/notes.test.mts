// What a note says is read from its place: bold names are boxes, fields or menu items, and numbers are values of the workflow.
import { createRequire } from 'node:module';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { boxesOf, isOurs, notesOf } from './facts.mts';

const descriptions = createRequire(import.meta.url)(
	'n8n-nodes-base/dist/types/nodes.json',
) as INodeTypeDescription[];

/** What n8n shows outside of a node's parameters, and other services in their own pages. */
const MENU = [
	'⋯ > Settings',
	'Always Output Data',
	'Approve',
	'Bearer Auth',
	'Data tables > video_access_log',
	'Decline',
	'Error Workflow',
	'Execute workflow',
	'Hmac Secret',
	'Make Chat Publicly Available',
	'Open chat',
	'Path',
	'Production URL',
	'Retry',
	'System Message',
	'test mode',
	'Workbench > Events',
];

/** Numbers that no box sets: limits of the nodes and of other services, and what was measured. */
const MEASURED = ['2,000 videos', '20,000 characters', '25 minutes'];

/** What begins a part of a note. */
const HEADING = /^(Setup|Change me.*|.*[:?.])$/;

/** Returns the descriptions of the nodes that have the type of a box. */
function descriptionsOf(node: INode): object[] {
	const name = node.type.slice(node.type.indexOf('.') + 1);
	if (isOurs(node)) return [nodeTypeOf(name.replace(/Tool$/, '')).description];
	return descriptions.filter((one) => one.name === name);
}

/** Returns all names that the panel of a node shows. */
function namesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && ['displayName', 'name', 'fieldLabel'].includes(key)
			? [inner]
			: namesIn(inner),
	);
}

const boldIn = (note: string): string[] =>
	[...note.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => String(name));

const without = (known: ReadonlySet<string>) => (names: string[]) =>
	names.filter((name) => !known.has(name.toLowerCase()));

test.each(exampleNames)(
	'every bold name in the notes of %s is a box, a field or an item of n8n',
	(name) => {
		const boxes = boxesOf(name);
		const known = [
			// Boxes such as "Letter: Card" share the name before the colon.
			...boxes.flatMap((box) => [box.name, ...box.name.split(':').slice(0, 1)]),
			...boxes.flatMap(({ parameters }) => namesIn(parameters)),
			...boxes.flatMap(descriptionsOf).flatMap(namesIn),
			...descriptions.map(({ displayName }) => displayName),
			...MENU,
			...exampleNames.map((example) => readExample(example).name),
		];
		const unknown = without(new Set(known.map((one) => one.toLowerCase())));
		expect(unknown(notesOf(name).flatMap(boldIn)).filter((one) => !HEADING.test(one))).toEqual([]);
	},
);

/** Numbers with what they count. */
const NUMBER =
	/(\d[\d,.]*) ?(%|percent|seconds?|minutes?|hours?|days?|weeks?|months?|customers|people|rows|videos|letters|characters|comments|episodes|names)\b/g;

test.each(exampleNames)('every number in the notes of %s is a value of it', (name) => {
	const values = JSON.stringify(boxesOf(name));
	const numbers = notesOf(name).flatMap((note) =>
		[...note.matchAll(NUMBER)].map(
			([whole, number = '']) => [whole, number.replaceAll(/[,.]$|,/g, '')] as const,
		),
	);
	const missing = numbers.filter(
		([, number]) => !new RegExp(`(?<!\\d)${number}(?!\\d)`).test(values),
	);
	expect(missing.map(([whole]) => whole).filter((whole) => !MEASURED.includes(whole))).toEqual([]);
});
