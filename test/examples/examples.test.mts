import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Flow from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { demoExamples } from '../../scripts/lib/demo.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { exampleNames, EXAMPLES, readExample } from '../../scripts/lib/examples.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { nodeTypeOf } from '../kit/engine.mts';
import { boxesOf, isAsking, isNote, isOfType, isOurs, isReading } from './facts.mts';

// With `require`, so that the built package and the test share one n8n-workflow.
const { NodeHelpers }: typeof Flow = createRequire(import.meta.url)('n8n-workflow');

/** Size on n8n's canvas in pixels, with the name below the node. */
const NODE = { width: 96, height: 140 };

const readme = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8');

/** The short name of a node type, also of its variant as an AI tool. */
const shortName = ({ type }: INode) => type.slice(PACKAGE_NAME.length + 1).replace(/Tool$/, '');

const fieldsOf = ({ formFields }: INode['parameters']): object[] =>
	z.object({ values: z.array(z.looseObject({})) }).parse(formFields).values;

/** Nodes with sub-nodes are wider than others. */
const WIDE = { types: /langchain\.(agent|informationExtractor|textClassifier)$/, width: 256 };

const ERROR_WORKFLOW = 'when-a-workflow-fails';

/**
 * Returns the start (node and output) and the end of each connection. A tool, model or memory counts as the end of its
 * connection to the agent.
 */
function ends({ connections }: WorkflowDefinition) {
	const all = Object.entries(connections).flatMap(([from, byType]) =>
		Object.entries(byType).flatMap(([type, outputs]) =>
			outputs.flatMap((targets, output) =>
				(targets ?? []).map(({ node }) => ({
					from: `${from} ${output}`,
					to: type === 'main' ? node : from,
				})),
			),
		),
	);
	return { from: all.map(({ from }) => from), to: all.map(({ to }) => to) };
}

/** What keeps n8n from adding a link to itself to what people read, and a sheet from computing what somebody has entered. */
const AS_WRITTEN: Array<[what: string, isConcerned: (node: INode) => boolean, parameters: object]> =
	[
		[
			'an email, a form and an approval of a tool have no link',
			isOfType('emailSend', 'formTrigger', 'slackHitlTool'),
			{ options: { appendAttribution: false } },
		],
		['a question has no link', isAsking, { options: { appendAttribution: false } }],
		[
			'a message has no link',
			(node) => isOfType('slack')(node) && !isAsking(node),
			{ otherOptions: { includeLinkToWorkflow: false } },
		],
		[
			'a cell of a sheet is no formula',
			(node) => isOfType('googleSheets')(node) && !isReading(node),
			{ options: { cellFormat: 'RAW' } },
		],
	];

/** Returns all groups in parameters that choose a record or a resource: a list, an ID or a URL beside its value. */
function locatorsIn(value: unknown): object[] {
	if (typeof value !== 'object' || value === null) return [];
	const isLocator = '__rl' in value || ('mode' in value && 'value' in value);
	return isLocator ? [value] : Object.values(value).flatMap(locatorsIn);
}

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

function boxOf({ name, type, position: [left, top], parameters }: INode): Box {
	const usual = WIDE.types.test(type) ? WIDE.width : NODE.width;
	const { width = usual, height = NODE.height } = parameters;
	return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The choice of a form that changes nothing. */
const PREVIEW = 'Show what would change';

const MAX_ROWS = 3;
const MAX_STEPS = 5;

/** Characters between the braces of an expression. */
const MAX_EXPRESSION = 120;

/** Returns all expressions in parameters, without their braces. */
function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string')
		return value.startsWith('=')
			? [...value.matchAll(/\{\{(.*?)\}\}(?!\})/gs)].map(([, inner = '']) => inner.trim())
			: [];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(expressionsIn)
		: [];
}

const isCode = isOfType('code');

type Point = [left: number, top: number];

/** The picture of a node, without its name below. */
const ICON = { width: 96, height: 96 };
/** How many points of a line are looked at. */
const POINTS = 60;

/** Returns whether a node is connected as a step, and not as a tool, model or memory of one. */
function isOnMainLine({ connections }: WorkflowDefinition) {
	const sub = new Set(
		Object.entries(connections)
			.filter(([, { main }]) => main === undefined)
			.map(([from]) => from),
	);
	return ({ name }: INode) => !sub.has(name);
}

/** Returns points of a line as n8n draws it: a curve to the right, or around below to the left. */
function pointsOf([left, top]: Point, [right, bottom]: Point): Point[] {
	const steps = Array.from({ length: POINTS + 1 }, (_, index) => index / POINTS);
	if (right < left) {
		// Forty pixels below the names of the row where it starts, to the left there, and on to the end.
		const below = top + 130;
		return steps.flatMap((at): Point[] => [
			[left + (right - left) * at, below],
			[left + 30, top + (below - top) * at],
			[right - 30, bottom + (below - bottom) * at],
		]);
	}
	const bend = (right - left) / 2;
	return steps.map((at) => {
		const rest = 1 - at;
		const weights = [rest ** 3, 3 * rest ** 2 * at, 3 * rest * at ** 2, at ** 3];
		const along = (values: number[]) =>
			values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
		return [along([left, left + bend, right - bend, right]), along([top, top, bottom, bottom])];
	});
}

/** Returns what the lines between steps run over: the pictures of other nodes, and notes. */
function crossings({ nodes, connections }: WorkflowDefinition): string[] {
	const byName = new Map(nodes.map((node) => [node.name, node]));
	const widthOf = ({ type }: INode) => (WIDE.types.test(type) ? WIDE.width : ICON.width);
	const lines = Object.entries(connections).flatMap(([from, { main = [] }]) =>
		main.flatMap((targets, output) =>
			(targets ?? []).map(({ node: to }) => ({ from, to, output, outputs: main.length })),
		),
	);
	const things = nodes.map((node) => ({
		...boxOf(node),
		...(isNote(node)
			? {}
			: { right: node.position[0] + widthOf(node), bottom: node.position[1] + ICON.height }),
	}));
	const found = lines.flatMap(({ from, to, output, outputs }) => {
		const [start, end] = [byName.get(from), byName.get(to)];
		if (!start || !end) return [];
		const points = pointsOf(
			[
				start.position[0] + widthOf(start),
				start.position[1] + (ICON.height * (output + 1)) / (outputs + 1),
			],
			[end.position[0], end.position[1] + ICON.height / 2],
		);
		return things
			.filter(({ name }) => name !== from && name !== to)
			.filter((box) =>
				points.some(([x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom),
			)
			.map(({ name }) => `${from} → ${to} runs over ${name}`);
	});
	return [...new Set(found)];
}

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

/** Text of n8n's notes, in pixels. */
const NOTE_TEXT = { character: 7.1, line: 23, heading: 32, blank: 8, margin: 34 };

/** Estimates the height of a note's text. */
function textHeight({ parameters: { content, width } }: INode): number {
	const columns = (Number(width) - NOTE_TEXT.margin) / NOTE_TEXT.character;
	const heights = String(content)
		.split('\n')
		.map((line) => {
			if (line === '') return NOTE_TEXT.blank;
			const isHeading = line.startsWith('## ');
			const length = line.replaceAll(/\*\*|^## /g, '').length * (isHeading ? 1.6 : 1);
			return Math.ceil(length / columns) * (isHeading ? NOTE_TEXT.heading : NOTE_TEXT.line);
		});
	return heights.reduce((sum, height) => sum + height, NOTE_TEXT.margin / 2);
}

function overlapping(boxes: Box[]): string[] {
	return boxes.flatMap((a, index) =>
		boxes
			.slice(index + 1)
			.filter((b) => overlap(a, b))
			.map((b) => `${a.name} and ${b.name}`),
	);
}

describe.for(exampleNames)('%s', (name) => {
	const workflow = readExample(name);
	const nodes = workflow.nodes.filter((node) => !isNote(node));
	const notes = workflow.nodes.filter(isNote);

	test('contains a workflow and nothing of the n8n that exported it', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
	});

	test('gives each node an ID of its own', () => {
		const ids = workflow.nodes.map(({ id }) => id);
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
	});

	test('refers to credentials by name only', () => {
		const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		expect(credentials).toEqual(
			credentials.map(() => ({ name: expect.stringMatching(/ account$/) })),
		);
		expect(credentials).not.toEqual([]);
	});

	test('sets only parameters that the nodes of this package have', () => {
		const ours = nodes.filter(isOurs);
		// Only the error workflow has none: it reports the failures of the others.
		expect(ours.length === 0).toBe(name === ERROR_WORKFLOW);
		for (const node of ours) {
			// n8n adds the poll times.
			const { pollTimes: _, ...parameters } = node.parameters;
			const { description } = nodeTypeOf(shortName(node));
			const resolved = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				node,
				description,
			);
			expect(resolved).toMatchObject(parameters);
			expect(
				NodeHelpers.getNodeParametersIssues(
					description.properties,
					{ ...node, parameters },
					description,
				),
			).toBeNull();
		}
	});

	test('sets Always Output Data only on nodes with one output, since n8n 3 changes it on others', () => {
		const several = nodes.filter(({ onError }) => onError === 'continueErrorOutput');
		expect(several.filter(({ alwaysOutputData }) => alwaysOutputData)).toEqual([]);
	});

	test('executes no Code node once that reads its whole input: n8n gives it the first item only', () => {
		const once = nodes.filter(({ executeOnce, type }) => executeOnce && type.endsWith('.code'));
		const cut = once.filter(({ parameters }) => String(parameters.jsCode).includes('$input.all()'));
		expect(cut.map((node) => node.name)).toEqual([]);
	});

	test('retries no node that might create a record twice', () => {
		expect(nodes.filter((node) => isOurs(node) && node.retryOnFail)).toEqual([]);
	});

	const previews = nodes
		.filter(({ type }) => type === 'n8n-nodes-base.formTrigger')
		.flatMap(({ parameters }) => fieldsOf(parameters))
		.filter((field) => JSON.stringify(field).includes(PREVIEW));
	if (previews.length > 0)
		test('preselects the preview that its form offers', () => {
			for (const field of previews) expect(field).toHaveProperty('defaultValue', PREVIEW);
		});

	test('connects every node and every error output', () => {
		const { from, to } = ends(workflow);
		const names = nodes.map((node) => node.name);
		const starts = nodes
			.filter(({ type }) => type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook')
			.map((node) => node.name);
		expect(new Set([...starts, ...to])).toEqual(new Set(names));
		const errorOutputs = nodes
			.filter(({ onError }) => onError === 'continueErrorOutput')
			.map((node) => `${node.name} 1`);
		expect(from).toEqual(expect.arrayContaining(errorOutputs));
	});

	test('has no overlapping nodes or notes', () => {
		const boxes = nodes.map(boxOf);
		const frames = notes.map(boxOf);
		expect(overlapping(boxes)).toEqual([]);
		expect(overlapping(frames)).toEqual([]);
		const cut = boxes.filter((box) =>
			frames.some((frame) => overlap(frame, box) && !holds(frame, box)),
		);
		expect(cut).toEqual([]);
	});

	test('has three rows of nodes, and lines that cross nothing', () => {
		const rows = new Set(nodes.filter(isOnMainLine(workflow)).map(({ position: [, top] }) => top));
		expect(rows.size).toBeLessThanOrEqual(MAX_ROWS);
		expect(crossings(workflow)).toEqual([]);
	});

	test('has only short expressions in the fields that a person edits', () => {
		// An item as a whole, in JSON, is edited by nobody.
		const long = nodes.flatMap(
			({ name: box, parameters: { jsCode: _, jsonOutput: __, ...rest } }) =>
				expressionsIn(rest)
					.filter(({ length }) => length > MAX_EXPRESSION)
					.map((expression) => `${box}: ${expression}`),
		);
		expect(long).toEqual([]);
	});

	test('has locators as n8n saves them', () => {
		const locators = nodes.flatMap(({ parameters }) => locatorsIn(parameters));
		const isComplete = (locator: object) =>
			'__rl' in locator && locator.__rl === true && 'mode' in locator;
		expect(locators.filter((locator) => !isComplete(locator))).toEqual([]);
	});

	test('has at most one Code node', () => {
		expect(nodes.filter(isCode).length).toBeLessThanOrEqual(1);
	});

	test('has one note with the setup in at most five steps', () => {
		const explaining = notes.filter(({ parameters: { color } }) => color === undefined);
		expect(explaining).toHaveLength(1);
		const content = String(explaining[0]?.parameters.content);
		expect(content.split('\n')[0]).toBe(`## ${workflow.name}`);
		expect(content.match(/^\d+\. /gm)?.length ?? 0).toBeLessThanOrEqual(MAX_STEPS);
		if (name !== ERROR_WORKFLOW) expect(content).toContain('**Error Workflow**');
	});

	const waits = nodes.some(
		({ type, parameters: { operation } }) =>
			type === 'n8n-nodes-base.wait' || operation === 'sendAndWait',
	);
	if (waits)
		test('outlives the time-out of n8n while it waits or asks', () => {
			expect(workflow.settings).toHaveProperty('executionTimeout', -1);
		});

	const doors = nodes.filter(({ type }) => /\.(formTrigger|webhook|chatTrigger)$/.test(type));
	if (doors.length > 0)
		test('opens its form or webhook not to everyone', () => {
			for (const door of doors) {
				expect(door.parameters.authentication).toMatch(/Auth/);
				expect(door.credentials).toBeUndefined();
			}
		});

	test('hides no text of a note behind a node', () => {
		const boxes = nodes.map(boxOf);
		const hidden = notes.filter((note) => {
			const frame = boxOf(note);
			const tops = boxes.filter((box) => holds(frame, box)).map(({ top }) => top);
			return frame.top + textHeight(note) > Math.min(frame.bottom, ...tops);
		});
		expect(hidden.map(({ name }) => name)).toEqual([]);
	});

	test('has the name of its section in the readme', () => {
		const [, heading] = new RegExp(`^## (.+)\\n\\n\\[${name}\\.json\\]`, 'm').exec(readme) ?? [];
		expect(workflow.name).toBe(heading);
	});

	test('has a picture and a section in the readme', () => {
		expect(readme).toContain(`[${name}.json](${name}.json)`);
		const picture = path.join(EXAMPLES, 'images', `${name}.png`);
		expect(readme).toContain(`](images/${name}.png)`);
		expect(existsSync(picture), `\`npm run pictures ${name}\` takes the picture`).toBe(true);
		expect(statSync(picture).size).toBeGreaterThan(0);
	});
});

test.each(AS_WRITTEN)('%s in any example', (_, isConcerned, parameters) => {
	const concerned = exampleNames.flatMap(boxesOf).filter(isConcerned);
	expect(concerned).not.toEqual([]);
	for (const box of concerned) expect(box.parameters, box.name).toMatchObject(parameters);
});

test('the triggers of all examples have IDs of their own', () => {
	// A trigger remembers what it has seen by the ID of its node, also where workflows are imported together.
	const ids = exampleNames
		.flatMap((name) => readExample(name).nodes)
		.filter(({ type }) => type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook')
		.map(({ id }) => id);
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('the demo contains every example with an ID of its own', () => {
	const ids = demoExamples([]).map(({ id }) => id);
	expect(ids).toHaveLength(exampleNames.length);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toHaveLength(16);
});
