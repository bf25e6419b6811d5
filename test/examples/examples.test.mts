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

// With `require`, so that the built package and the test share one n8n-workflow.
const { NodeHelpers }: typeof Flow = createRequire(import.meta.url)('n8n-workflow');

const PICTURE_BYTES = 300_000;
/** Size on n8n's canvas in pixels, with the name below the node. */
const NODE = { width: 96, height: 140 };

const readme = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8');

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isOurs = ({ type }: INode) => type.startsWith(`${PACKAGE_NAME}.`);

/** The short name of a node type, also of its variant as an AI tool. */
const shortName = ({ type }: INode) => type.slice(PACKAGE_NAME.length + 1).replace(/Tool$/, '');

const fieldsOf = ({ formFields }: INode['parameters']): object[] =>
	z.object({ values: z.array(z.looseObject({})) }).parse(formFields).values;

/** Nodes with sub-nodes are wider than others. */
const WIDE = { types: /langchain\.(agent|informationExtractor|textClassifier)$/, width: 256 };

/** A canvas of this size is shown at 70% on a screen of 1600 x 900: its notes can be read. */
const CANVAS = { width: 2112, height: 1100 };

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

interface Point {
	x: number;
	y: number;
}

const STEPS = Array.from({ length: 201 }, (_, step) => step / 200);

/** Points of a connection as n8n draws it (n8n-editor-ui 2.41): a curve forwards, a path below its start backwards. */
function pointsOf(from: Point, to: Point): Point[] {
	if (from.x - 20 <= to.x) {
		const bend = to.x >= from.x ? (to.x - from.x) / 2 : 6.25 * Math.sqrt(from.x - to.x);
		const at = (t: number, a: number, b: number, c: number, d: number) =>
			(1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
		return STEPS.map((t) => ({
			x: at(t, from.x, from.x + bend, to.x - bend, to.x),
			y: at(t, from.y, from.y, to.y, to.y),
		}));
	}
	const [low, right, left] = [from.y + 130, from.x + 40, to.x - 40];
	return STEPS.flatMap((t) => [
		{ x: right, y: from.y + (low - from.y) * t },
		{ x: right + (left - right) * t, y: low },
		{ x: left, y: low + (to.y - low) * t },
	]);
}

/** Returns the line between two connected nodes: out at the right, in at the left; a sub-node's goes straight up. */
function lineOf(from: Box, to: Box, isMain: boolean): Point[] {
	// Connections end in the middle of the icon, above the name of the node.
	const middle = NODE.width / 2;
	if (isMain) {
		return pointsOf({ x: from.right, y: from.top + middle }, { x: to.left, y: to.top + middle });
	}
	const [start, end] = [
		{ x: from.left + middle, y: from.top },
		{ x: (to.left + to.right) / 2, y: to.top + NODE.width },
	];
	return STEPS.map((t) => ({
		x: start.x + (end.x - start.x) * t,
		y: start.y + (end.y - start.y) * t,
	}));
}

const crosses = (line: Point[], { left, top, right, bottom }: Box) =>
	line.some(({ x, y }) => x > left && x < right && y > top && y < bottom);

/** Returns the notes that a connection crosses although they hold neither of its ends. */
function crossedNotes({ nodes, connections }: WorkflowDefinition): string[] {
	const boxes = new Map(
		nodes.filter((node) => !isNote(node)).map((node) => [node.name, boxOf(node)]),
	);
	const frames = nodes.filter(isNote).map(boxOf);
	return Object.entries(connections).flatMap(([start, byType]) =>
		Object.entries(byType).flatMap(([type, outputs]) =>
			outputs.flat().flatMap((target) => {
				const [from, to] = [boxes.get(start), target && boxes.get(target.node)];
				if (!from || !to) return [];
				const line = lineOf(from, to, type === 'main');
				return frames
					.filter((frame) => !holds(frame, from) && !holds(frame, to) && crosses(line, frame))
					.map((frame) => `${start} > ${to.name} crosses "${frame.name}"`);
			}),
		),
	);
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

/** Text of n8n's notes, in pixels. */
const NOTE_TEXT = { character: 7.1, code: 8.5, line: 23, heading: 32, blank: 8, margin: 34 };

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

	test('preselects a preview in a form that offers one', () => {
		const preview = 'Show what would change';
		const forms = nodes.filter(({ type }) => type === 'n8n-nodes-base.formTrigger');
		for (const field of forms.flatMap(({ parameters }) => fieldsOf(parameters))) {
			if (!JSON.stringify(field).includes(preview)) continue;
			expect(field).toHaveProperty('defaultValue', preview);
		}
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

	test('has no overlapping nodes or notes, and each node inside a note', () => {
		const boxes = nodes.map(boxOf);
		const frames = notes.map(boxOf);
		expect(overlapping(boxes)).toEqual([]);
		expect(overlapping(frames)).toEqual([]);
		expect(boxes.filter((box) => !frames.some((frame) => holds(frame, box)))).toEqual([]);
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

	test('fits on a screen', () => {
		const frames = notes.map(boxOf);
		const width =
			Math.max(...frames.map(({ right }) => right)) - Math.min(...frames.map(({ left }) => left));
		const height =
			Math.max(...frames.map(({ bottom }) => bottom)) - Math.min(...frames.map(({ top }) => top));
		expect(width).toBeLessThanOrEqual(CANVAS.width);
		expect(height).toBeLessThanOrEqual(CANVAS.height);
	});

	test('has no connection across a note that holds neither of its nodes', () => {
		expect(crossedNotes(workflow)).toEqual([]);
	});

	test('names the error workflow in its yellow note, unless it is that workflow', () => {
		const [explanation] = notes.filter(({ parameters }) => parameters.color === undefined);
		expect(explanation?.parameters.content).toContain(
			name === ERROR_WORKFLOW ? 'In each other workflow' : 'When a workflow fails',
		);
	});

	test('names the steps before Publish in one order: Authentication of its forms, then the error workflow', () => {
		const forms = nodes.filter(({ type }) => type.endsWith('.formTrigger'));
		if (forms.length === 0) return;
		const [explanation] = notes.filter(({ parameters }) => parameters.color === undefined);
		const steps = String(explanation?.parameters.content)
			.split('\n')
			.filter((line) => /^\d\./.test(line));
		const placeOf = (words: RegExp) => steps.findIndex((step) => words.test(step));
		const places = [
			/^\d\. Set \*\*Authentication\*\*/,
			/^\d\. .*When a workflow fails/,
			/^\d\. Publish/,
		].map(placeOf);
		expect(places).toEqual([places[0], Number(places[0]) + 1, Number(places[0]) + 2]);
		expect(places[0]).toBeGreaterThan(0);
		for (const { name: form } of forms) expect(steps[Number(places[0])]).toContain(`**${form}**`);
	});

	test('names the error workflow before a test run, and a test run before Publish', () => {
		const [explanation] = notes.filter(({ parameters }) => parameters.color === undefined);
		const steps = String(explanation?.parameters.content)
			.split('\n')
			.filter((line) => /^\d\./.test(line));
		const places = ['Error Workflow', '**Execute workflow**', 'ublish'].flatMap((words) => {
			const place = steps.findIndex((step) => step.includes(words));
			return place === -1 ? [] : [place];
		});
		// Other workflows choose the error workflow after it was published.
		if (name === ERROR_WORKFLOW) places.shift();
		expect(places).not.toEqual([]);
		expect(places).toEqual([...places].sort((a, b) => a - b));
	});

	test('has no line of code that its note cuts', () => {
		const long = notes.flatMap(({ parameters: { content, width } }) => {
			const blocks = [...String(content).matchAll(/^```\n([^]*?)^```/gm)];
			const columns = (Number(width) - NOTE_TEXT.margin) / NOTE_TEXT.code;
			return blocks.flatMap(([, code = '']) =>
				code.split('\n').filter(({ length }) => length > columns),
			);
		});
		expect(long).toEqual([]);
	});

	test('names both limits of Sync Access in a note', () => {
		const syncs = nodes.filter(({ parameters }) => parameters.operation === 'syncAccess');
		const text = notes.map(({ parameters }) => String(parameters.content)).join('\n');
		expect(syncs.length === 0 || (text.includes('10%') && text.includes('100'))).toBe(true);
	});

	test('has the name of its section in the readme', () => {
		const [, heading] = new RegExp(`^## (.+)\\n\\n\\[${name}\\.json\\]`, 'm').exec(readme) ?? [];
		expect(workflow.name).toBe(heading);
	});

	test('has a picture and a section in the readme', () => {
		expect(readme).toContain(`[${name}.json](${name}.json)`);
		const picture = path.join(EXAMPLES, 'images', `${name}.png`);
		expect(readme).toContain(`](images/${name}.png)`);
		expect(existsSync(picture) && statSync(picture).size).toBeGreaterThan(0);
		expect(statSync(picture).size).toBeLessThan(PICTURE_BYTES);
	});
});

/** What somebody needs for a node or a credential beside this package, as the table of the readme has it. */
const NEEDS: Record<string, string> = {
	slack: 'Slack',
	googleSheets: 'Google',
	hubspot: 'HubSpot',
	mailchimp: 'Mailchimp',
	discord: 'Discord',
	stripeTrigger: 'Stripe',
	awsS3: 'S3',
	zendesk: 'Zendesk',
	emailSend: 'email',
	slackHitlTool: 'Slack',
	formTrigger: 'form',
	lmChatOpenAi: 'AI model',
	'Community account': 'community',
};

test('the table of the readme has one row for each example, which says what it needs', () => {
	const rows = [...readme.matchAll(/^\| (?:\*\*.+\*\*|) \| \[(.+)\]\(#.+\) \| (.+) \|$/gm)];
	const sorted = (needs: string[]) => [...new Set(needs)].filter((need) => need !== '').sort();
	const inTable = rows.map(([, name, needs = '']) => {
		const words = needs.replaceAll('Slack `', 'Slack, `').split(', ');
		return `${name}: ${sorted(words).join(', ')}`;
	});
	const inFiles = exampleNames.map(readExample).map(({ name, nodes }) => {
		const found = nodes.map(
			({ type, credentials }) =>
				NEEDS[type.replace(/^.*\./, '')] ?? NEEDS[credentials?.httpHeaderAuth?.name ?? ''] ?? '',
		);
		const channels = JSON.stringify(nodes).match(/(?<=")#[a-z-]+(?=")/g) ?? [];
		const needs = sorted([...found, ...channels.map((channel) => `\`${channel}\``)]);
		return `${name}: ${needs.join(', ') || 'nothing else'}`;
	});
	expect(inTable.sort()).toEqual(inFiles.sort());
});

test('the triggers of all examples have IDs of their own', () => {
	// A trigger remembers what it has seen by the ID of its node, also where workflows are imported together.
	const ids = exampleNames
		.flatMap((name) => readExample(name).nodes)
		.filter(({ type }) => type.endsWith('Trigger') || type === 'n8n-nodes-base.webhook')
		.map(({ id }) => id);
	expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('each example remembers its events in a Data Table of its own', () => {
	const tables = exampleNames.flatMap((name) =>
		readExample(name)
			.nodes.filter((node) => node.name === 'Seen Events')
			.map(({ parameters }) => String(parameters.tableName)),
	);
	// n8n finds a table by a part of its name.
	const mixedUp = tables.filter((name, index) =>
		tables.some((other, position) => position !== index && other.includes(name)),
	);
	expect(mixedUp).toEqual([]);
	expect(tables).not.toEqual([]);
});

test('the demo contains every example with an ID of its own', () => {
	const ids = demoExamples([]).map(({ id }) => id);
	expect(ids).toHaveLength(exampleNames.length);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toHaveLength(16);
});
