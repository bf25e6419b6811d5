// What an example's boxes say by themselves, before it runs.
import type { INode } from 'n8n-workflow';

import { readExample } from '../../scripts/lib/examples.mts';
import type { WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';

export const isOfType =
	(...types: string[]) =>
	({ type }: INode): boolean =>
		types.some((name) => type.endsWith(`.${name}`));

export const isNote = isOfType('stickyNote');
export const isOurs = ({ type }: INode): boolean => type.startsWith(`${PACKAGE_NAME}.`);

/** Returns the boxes of an example, without its notes. */
export const boxesOf = (example: string): INode[] =>
	readExample(example).nodes.filter((node) => !isNote(node));

/** Returns what people read in the notes of an example. */
const notesOf = (example: string): string[] =>
	readExample(example)
		.nodes.filter(isNote)
		.map(({ parameters: { content } }) => String(content));

/** Returns the names of the boxes that one output of a box leads to. */
const followers = (
	{ connections }: WorkflowDefinition,
	name: string,
	output: number,
): string[] => (connections[name]?.main?.[output] ?? []).map(({ node }) => node);

/** Returns the names of a box and all boxes that it leads to. */
function reachedFrom({ connections }: WorkflowDefinition, name: string): Set<string> {
	const reached = new Set([name]);
	for (const from of reached)
		for (const targets of connections[from]?.main ?? [])
			for (const { node } of targets ?? []) reached.add(node);
	return reached;
}
