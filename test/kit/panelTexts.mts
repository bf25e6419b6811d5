import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { choicesOf, parametersIn } from '../../scripts/lib/descriptions.mts';
import { ownFields } from '../guards/structure.mts';
import { credentialTypes, nodeTypes } from './engine.mts';

export interface PanelText {
	/** The name of its field, or of its node. */
	of: string;
	kind: string;
	text: string;
}

type Texts = Array<[kind: string, text: string | undefined]>;

/** Leaves out the texts that a field or node does not have. */
const given = (of: string, texts: Texts): PanelText[] =>
	texts.flatMap(([kind, text = '']) => (text === '' ? [] : [{ of, kind, text }]));

const textsOfFields = (fields: INodeProperties[]): PanelText[] =>
	fields
		.flatMap((field) => parametersIn(field))
		.flatMap(({ field }) =>
			given(field.name, [
				['description', field.description],
				['hint', field.hint],
				['placeholder', field.placeholder],
				['notice', field.type === 'notice' ? field.displayName : ''],
				...choicesOf(field).map(({ name, value, description }): Texts[number] => [
					`${value}, ${name}`,
					description,
				]),
			]),
		);

/** Returns what a node says apart from its fields. */
const textsOfNode = ({ name, hints = [], builderHint, codex, ...texts }: INodeTypeDescription) =>
	given(name, [
		['description', texts.description],
		...hints.map(({ message }): Texts[number] => ['hint', message]),
		['search', codex?.alias?.join(', ')],
		['builder', builderHint?.searchHint],
		...(builderHint?.extraTypeDefContent ?? []).map(({ content }): Texts[number] => [
			'patterns',
			JSON.stringify(content),
		]),
		...(builderHint?.relatedNodes ?? []).map(({ nodeType, relationHint }): Texts[number] => [
			nodeType.replace(/.*\./, 'related '),
			relationHint,
		]),
		['trigger', texts.triggerPanel ? JSON.stringify(texts.triggerPanel) : ''],
	]);

/** All texts of the panels of nodes and credentials, apart from names and from what n8n adds. */
export const PANEL_TEXTS: PanelText[] = [
	...Object.values(nodeTypes).flatMap((type) => [
		...textsOfNode(type.description),
		...textsOfFields(ownFields(type)),
	]),
	...Object.values(credentialTypes).flatMap(({ properties }) => textsOfFields(properties)),
];
