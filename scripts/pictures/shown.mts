// What each picture shows of the package. A picture whose fingerprint is another one today is out of date.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Flow from 'n8n-workflow';
import type * as ErrorTexts from '../../nodes/shared/http/errorTexts.ts';
import { exampleNames, readExample } from '../lib/examples.mts';
import { nodeTypeOf, nodeTypes, PACKAGE } from '../lib/nodeTypes.mts';
import { parsed } from '../lib/json.mts';
import { outputFieldsOf } from '../schemas/files.mts';
import { FINGERPRINTS, PANELS, type Panel } from './panels.mts';

const require = createRequire(import.meta.url);
const { NodeHelpers } = require('n8n-workflow') as typeof Flow;
const { explain } = require('../../dist/nodes/shared/http/errorTexts.js') as typeof ErrorTexts;

/** What a wrong key is answered with. */
const shownError = (): unknown =>
	explain({ kind: 'status', status: 401, headers: {}, body: undefined });

/** The fields that a panel shows, with what stands in them at first, and the columns of its output. */
function shownInPanel({ node, parameters, output }: Panel): unknown {
	const { description } = nodeTypeOf(node);
	const { properties } = description;
	const values = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		null,
		description,
	);
	const fields = properties
		.filter((field) => NodeHelpers.displayParameter(values ?? {}, field, null, description))
		.map(({ displayName, type, default: value }) => [displayName, type, value]);
	return { title: description.displayName, fields, output: outputFieldsOf(output) };
}

/** What the search for nodes shows. */
const shownInSearch = (): unknown =>
	Object.values(nodeTypes).map(({ description }) => [
		description.displayName,
		description.description,
	]);

/** What n8n writes below a node of the package. */
const subtitleOf = (type: string): string | undefined =>
	nodeTypes[type.replace(`${PACKAGE}.`, '')]?.description.subtitle;

/** What the canvas shows of an example: its nodes and notes, and the lines between them. */
function shownOnCanvas(name: string): unknown {
	const { nodes, connections } = readExample(name);
	return [
		connections,
		nodes.map(({ name: title, type, position, parameters }) => [
			title,
			type,
			position,
			subtitleOf(type),
			parameters.content,
			parameters.width,
			parameters.height,
			parameters.color,
			parameters.resource,
			parameters.operation,
			parameters.event,
		]),
	];
}

const fingerprint = (shown: unknown): string =>
	createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

/** The fingerprint of what each picture shows, by the picture's path below the project's top level. */
export function fingerprints(): Record<string, string> {
	const shown = {
		'docs/images/find-nodes.png': shownInSearch(),
		...Object.fromEntries(
			Object.entries<Panel>(PANELS).map(([name, panel]) => [
				`docs/images/${name}.png`,
				[shownInPanel(panel), name === 'error-wrong-key' && shownError()],
			]),
		),
		...Object.fromEntries(
			exampleNames.map((name) => [`examples/images/${name}.png`, shownOnCanvas(name)]),
		),
	};
	return Object.fromEntries(
		Object.entries(shown).map(([picture, what]) => [picture, fingerprint(what)]),
	);
}

const whenTaken = (): Record<string, string> => parsed(readFileSync(FINGERPRINTS, 'utf8'));

/** The paths of the pictures that show something else than there is today. */
export function outdatedPictures(): string[] {
	const [today, taken] = [fingerprints(), whenTaken()];
	return Object.keys(today).filter((picture) => today[picture] !== taken[picture]);
}

/** Notes what a picture shows that was taken just now, and forgets those that are no more. */
export function noteTaken(picture: string): void {
	const [today, taken] = [fingerprints(), whenTaken()];
	const noted = Object.keys(today).map((one) => [one, one === picture ? today[one] : taken[one]]);
	writeFileSync(FINGERPRINTS, `${JSON.stringify(Object.fromEntries(noted), null, '\t')}\n`);
}
