import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Flow from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { demoExamples } from '../../scripts/lib/demo.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { exampleNames, EXAMPLES, readExample } from '../../scripts/lib/examples.mts';
import { nodeTypeOf, PACKAGE } from '../kit/engine.mts';

// Through require, so that the built package and the test share one n8n-workflow.
const { NodeHelpers }: typeof Flow = createRequire(import.meta.url)('n8n-workflow');

const PICTURE_BYTES = 300_000;
/** On n8n's canvas, the name below a node included, in its pixels. */
const NODE = { width: 96, height: 140 };

const readme = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8');

const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
const isOurs = ({ type }: INode) => type.startsWith(`${PACKAGE}.`);

/** n8n makes a tool of each node; its name then ends so. */
const shortName = ({ type }: INode) => type.slice(PACKAGE.length + 1).replace(/Tool$/, '');

/** An agent is wider on the canvas than other nodes. */
const AGENT = { type: '@n8n/n8n-nodes-langchain.agent', width: 256 };

/**
 * Connections by the node and output that they begin at, and by the node that they lead to; those of a tool, a model or
 * a memory to its agent count as leading to it.
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
	const usual = type === AGENT.type ? AGENT.width : NODE.width;
	const { width = usual, height = NODE.height } = parameters;
	return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
}

const overlap = (a: Box, b: Box) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = (outer: Box, inner: Box) =>
	outer.left <= inner.left &&
	outer.top <= inner.top &&
	outer.right >= inner.right &&
	outer.bottom >= inner.bottom;

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

	test('holds a workflow and nothing of the n8n that it was made in', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
	});

	test('knows credentials by their name only', () => {
		const credentials = nodes.flatMap((node) => Object.values(node.credentials ?? {}));
		expect(credentials).toEqual(
			credentials.map(() => ({ name: expect.stringMatching(/ account$/) })),
		);
		expect(credentials).not.toEqual([]);
	});

	test('gives its nodes of this package parameters that they have', () => {
		const ours = nodes.filter(isOurs);
		expect(ours).not.toEqual([]);
		for (const node of ours) {
			// n8n itself adds the times of polling.
			const { pollTimes: _, ...parameters } = node.parameters;
			const { description } = nodeTypeOf(shortName(node));
			const known = NodeHelpers.getNodeParameters(
				description.properties,
				parameters,
				true,
				false,
				node,
				description,
			);
			expect(known).toMatchObject(parameters);
			expect(
				NodeHelpers.getNodeParametersIssues(
					description.properties,
					{ ...node, parameters },
					description,
				),
			).toBeNull();
		}
	});

	test('repeats nothing that might create twice', () => {
		expect(nodes.filter((node) => isOurs(node) && node.retryOnFail)).toEqual([]);
	});

	test('is connected, error outputs too', () => {
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

	test('can be read on the canvas: nothing lies over another, each node in one note', () => {
		const boxes = nodes.map(boxOf);
		const frames = notes.map(boxOf);
		expect(overlapping(boxes)).toEqual([]);
		expect(overlapping(frames)).toEqual([]);
		expect(boxes.filter((box) => !frames.some((frame) => holds(frame, box)))).toEqual([]);
	});

	test('is shown and told in the readme', () => {
		expect(readme).toContain(`[${name}.json](${name}.json)`);
		const picture = path.join(EXAMPLES, 'images', `${name}.png`);
		expect(readme).toContain(`](images/${name}.png)`);
		expect(existsSync(picture) && statSync(picture).size).toBeGreaterThan(0);
		expect(statSync(picture).size).toBeLessThan(PICTURE_BYTES);
	});
});

test('the demo holds every example, each under an id of its own', () => {
	const ids = demoExamples([]).map(({ id }) => id);
	expect(ids).toHaveLength(exampleNames.length);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids) expect(id).toHaveLength(16);
});
