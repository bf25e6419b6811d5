// What an example's boxes say by themselves, before it runs.
import type { INode } from 'n8n-workflow';

import { readExample } from '../../scripts/lib/examples.mts';
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
export const notesOf = (example: string): string[] =>
	readExample(example)
		.nodes.filter(isNote)
		.map(({ parameters: { content } }) => String(content));

/** Whether a box of another system only reads: a request without a method does. */
export const isReading = ({ type, parameters: { operation, method = 'GET' } }: INode): boolean =>
	type.endsWith('.httpRequest')
		? method === 'GET'
		: /^(get|getAll|read|search)$/.test(String(operation));

/** Whether a box asks somebody, and waits for the answer. */
export const isAsking = ({ parameters: { operation } }: INode): boolean =>
	operation === 'sendAndWait';

/** What is sent to people or to a model is a text, a key signs in n8n itself, and pages and waits are n8n's own. */
const hasNoFields = isOfType(
	'emailSend',
	'slack',
	'crypto',
	'form',
	'respondToWebhook',
	'wait',
	'textClassifier',
	'informationExtractor',
	'agent',
);

/** Whether a box that sends something writes fields of another system. */
export const writesFields = (node: INode): boolean => !hasNoFields(node) && !isReading(node);
