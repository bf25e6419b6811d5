// What a note says is read from its place: bold names are boxes, fields or menu items, and numbers are values of the workflow.
import type { INode } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { CREATION_LIMIT } from '../../nodes/shared/client/limiter.ts';
import { formatCount } from '../../nodes/shared/values/text.ts';
import { OVERLAP } from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';
import { SAMPLE_SIZE } from '../../nodes/VideoSubscriptionTrigger/poll.ts';
import { spellOut } from '../../scripts/docs/numbers.mts';
import { exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { boxesOf, isOurs, notesOf } from './facts.mts';
import { definitionsOf, descriptions, MENU, namesIn, switchesIn } from './names.mts';
import { strangeNumbers } from './numbers.mts';

/** Numbers that no box sets: limits of the nodes, what was measured, and how many boxes there are. */
const KNOWN = [
	...['2,000 videos', '20,000 characters', '25 minutes'],
	`${formatCount(24 * 60)} a day if it polls every minute`,
	`The service creates ${CREATION_LIMIT.count} a second`,
	`within the ${spellOut(OVERLAP / 60)} minutes in which`,
	`up to ${spellOut(SAMPLE_SIZE)} real`,
	'the three **Letter** nodes',
	'One message in place of four reports',
];

/** What begins a part of a note. */
const HEADING = /^(Setup|Change me.*|.*[:?.])$/;

/** Returns the descriptions of the nodes that have the type of a box. */
function descriptionsOf(node: INode): object[] {
	const name = node.type.slice(node.type.indexOf('.') + 1);
	if (isOurs(node)) return [nodeTypeOf(name.replace(/Tool$/, '')).description];
	return descriptions.filter((one) => one.name === name);
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

test.each(exampleNames)('every number in the notes of %s is a value of it', (name) => {
	// The steps are numbered, too.
	const notes = notesOf(name).map((note) => note.replaceAll(/^\d+\. /gm, ''));
	expect(strangeNumbers(name, notes.join('\n'), KNOWN)).toEqual([]);
});

/** Switches that are in no description of a node: a setting of every box, and a parameter of a node that no test has. */
const OTHER_SWITCHES: Record<string, string> = {
	'Always Output Data': 'alwaysOutputData',
	'Make Chat Publicly Available': 'public',
};

/** Returns whether a switch is on, for each box that has it, or for its default where none sets it. */
function statesOf(label: string, boxes: INode[]): boolean[] {
	const definitions = boxes.flatMap(descriptionsOf).flatMap((one) => definitionsOf(label, one));
	const name = OTHER_SWITCHES[label] ?? definitions[0]?.name;
	const set = [...JSON.stringify(boxes).matchAll(/"(\w+)":(true|false)/g)].filter(
		([, key]) => key === name,
	);
	return set.length > 0
		? set.map(([, , value]) => value === 'true')
		: [definitions.some(({ isOn }) => isOn)];
}

test.each(exampleNames.filter((name) => switchesIn(notesOf(name).join('\n')).length > 0))(
	'the notes of %s turn on what is off, and off what is on',
	(name) => {
		const wrong = switchesIn(notesOf(name).join('\n')).filter(
			({ label, isOn, isTurned }) =>
				!statesOf(label, boxesOf(name)).includes(isTurned ? !isOn : isOn),
		);
		expect(wrong).toEqual([]);
	},
);

/** Values that people enter elsewhere, and what other services call something. */
const TYPED = /[^\w]|^(true|false|AWS4|Authorization|Bearer|payment_intent_data|title)$/;

test.each(exampleNames)(
	'every name in backticks in the notes of %s is one of its boxes',
	(name) => {
		const boxes = JSON.stringify(boxesOf(name));
		const named = notesOf(name).flatMap((note) =>
			[...note.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
		);
		const unknown = named.filter((code) => !TYPED.test(code) && !boxes.includes(code));
		expect(unknown, 'write the name as the box has it').toEqual([]);
	},
);
