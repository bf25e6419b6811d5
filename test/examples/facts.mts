// What an example's boxes say by themselves, before it runs.
import type { INode } from 'n8n-workflow';

import { readExample } from '../../scripts/lib/examples.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';

export const isOfType =
	(...types: string[]) =>
	({ type }: INode): boolean =>
		types.some((name) => type.endsWith(`.${name}`));

const isNote = isOfType('stickyNote');
export const isOurs = ({ type }: INode): boolean => type.startsWith(`${PACKAGE_NAME}.`);

/** Returns the boxes of an example, without its notes. */
export const boxesOf = (example: string): INode[] =>
	readExample(example).nodes.filter((node) => !isNote(node));

/** Returns what people read in the notes of an example. */
export const notesOf = (example: string): string[] =>
	readExample(example)
		.nodes.filter(isNote)
		.map(({ parameters: { content } }) => String(content));
