// Finds outdated pictures: those whose contents have another fingerprint than when they were taken.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Flow from 'n8n-workflow';
import { explain } from '../../nodes/shared/client/errorTexts.ts';
import { exampleNames, readExample } from '../lib/examples.mts';
import { nodeTypeOf, nodeTypes } from '../lib/nodeTypes.mts';
import { parsed } from '../lib/json.mts';
import { outputFieldsOf } from '../schemas/files.mts';
import { PACKAGE_NAME, ROOT } from '../lib/paths.mts';
import { PANELS, type Panel, pictureOf } from './panels.mts';

/** Fingerprints of the committed pictures. */
const FINGERPRINTS = path.join(ROOT, 'docs', 'images', 'pictures.json');

const require = createRequire(import.meta.url);
const { NodeHelpers } = require('n8n-workflow') as typeof Flow;

/** The cause and remedy of a refusal with a status. */
const explanationOf = (status: number): unknown =>
	explain(
		{ kind: 'status', status, body: { message: '' } },
		{
			request: { method: 'GET', path: '/customers' },
			options: {},
			baseUrl: '',
			usesOAuth2: false,
			attempts: 1,
			isOperation: true,
		},
	);

/** The fields of a panel with their initial values, the columns of its output, and its error. */
function shownInPanel({ node, parameters, schema, status }: Panel): unknown {
	const { description } = nodeTypeOf(node);
	const { properties } = description;
	const values =
		NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};
	const fields = properties
		.filter((field) => NodeHelpers.displayParameter(values, field, null, description))
		.map(({ displayName, type, default: value }) => [displayName, type, value]);
	const error = status === undefined ? {} : { error: explanationOf(status) };
	return { title: description.displayName, fields, output: outputFieldsOf(schema), ...error };
}

/** The entries of the search for nodes. */
const shownInSearch = (): unknown =>
	Object.values(nodeTypes).map(({ description }) => [
		description.displayName,
		description.description,
	]);

/** The line that n8n shows below a node of the package. */
const subtitleOf = (type: string): string | undefined =>
	nodeTypes[type.replace(`${PACKAGE_NAME}.`, '')]?.description.subtitle;

/** The nodes, notes and connections of an example. */
function shownOnCanvas(name: string): unknown {
	const { nodes, connections } = readExample(name);
	return [
		connections,
		nodes.map(({ name: title, type, position, parameters }) => [
			title,
			type,
			position,
			subtitleOf(type),
			...['content', 'width', 'height', 'color', 'resource', 'operation', 'events'].map(
				(parameter) => parameters[parameter],
			),
		]),
	];
}

const fingerprint = (shown: unknown): string =>
	createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);

/** Returns the fingerprints of all pictures by their paths below the project's root. */
export function fingerprints(): Record<string, string> {
	const shown = {
		'docs/images/find-nodes.png': shownInSearch(),
		...Object.fromEntries(
			Object.entries(PANELS).map(([name, panel]) => [pictureOf(name), shownInPanel(panel)]),
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

/** Returns the paths of the outdated pictures. */
export function outdatedPictures(): string[] {
	const [today, taken] = [fingerprints(), whenTaken()];
	return Object.keys(today).filter((picture) => today[picture] !== taken[picture]);
}

/** Records the fingerprint of a picture that was just taken, and drops those of removed pictures. */
export function noteTaken(picture: string): void {
	const [today, taken] = [fingerprints(), whenTaken()];
	const noted = Object.keys(today).map((name) => [
		name,
		name === picture ? today[name] : taken[name],
	]);
	writeFileSync(FINGERPRINTS, `${JSON.stringify(Object.fromEntries(noted), null, '\t')}\n`);
}
