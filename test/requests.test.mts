import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { operations, parametersOf, type Parameter } from '../scripts/lib/descriptions.mts';
import { createService } from '../service/index.mts';
import { runNode } from './kit/engine.mts';
import {
	credentialFor,
	filledIn,
	savedNodes,
	savedUsing,
	withValue,
	type SavedNode,
} from './kit/saved.mts';
import { BASE_URL, Wire, type Recorded } from './kit/wire.mts';

/**
 * What every operation sends, in one text: each saved workflow, and then every kind of value in the place of each of
 * its parameters.
 */

/** As people and expressions give them; of a choice, what is none of it. */
const VALUES = ['', null, 'x', '2', 0, 1.5, true, '2026-05-01T00:00:00', ['x', 'y']];
const NO_CHOICES = ['', null, 'x', ['x', 'y']];

/** Things are chosen in locators.test.mts; the others hold further fields, or nothing. */
const UNTRIED = ['resourceLocator', 'collection', 'fixedCollection', 'notice'];

const ON_A_BUSY_MACHINE = { timeout: 600_000 };

const service = createService({ publicUrl: BASE_URL });
const wire = new Wire();

let runs = 0;

/** The pace of creations, and whom a run has created, are kept for each credential. */
async function run(saved: SavedNode, parameters: INodeParameters) {
	const credential = { ...credentialFor(saved, service), id: `requests-${runs++}` };
	// n8n itself refuses a choice with which required fields are shown that are empty.
	const { error, json } = await runNode({ node: saved.node, parameters, credential }).catch(
		(thrown: unknown) => ({ error: thrown, json: [] }),
	);
	return { error, json, sent: wire.take() };
}

/** A request in its parts, so that two can be compared. */
const partsOf = ({ method, path, query, body, headers }: Recorded): string[] => [
	// Codes are new each time.
	`${method} ${path.replace(/codes\/\w+/, 'codes/…')}`,
	...[query, body, headers].flatMap((named) =>
		Object.entries(named).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
	),
];

/** A parameter of an operation, in a saved workflow that uses it. */
interface Tried extends Parameter {
	saved: SavedNode;
	base: INodeParameters;
}

/** Every parameter once, also where nodes share it. */
function everyParameter(): Tried[] {
	const all = operations.flatMap((operation) =>
		parametersOf(operation).flatMap((parameter): Array<[string, Tried]> => {
			const { field, path } = parameter;
			const saved = savedUsing(operation.name, path);
			if (!saved || UNTRIED.includes(field.type)) return [];
			const definition = JSON.stringify([path, { ...field, displayOptions: {} }]);
			return [[definition, { ...parameter, saved, base: filledIn(saved, service) }]];
		}),
	);
	return [...new Map(all.toReversed()).values()].toReversed();
}

/** What a value makes of the requests that are sent without it. */
async function outcomeOf({ saved, base, path }: Tried, value: unknown, usual: string[]) {
	const expression = `={{ ${JSON.stringify(value)} }}`;
	const { error, sent } = await run(saved, withValue(base, path, expression) as INodeParameters);
	if (error && sent.length === 0) return 'refused';
	const parts = sent.flatMap(partsOf);
	const added = parts.filter((part) => !usual.includes(part)).join(', ');
	if (added) return `sent as ${added.replaceAll(JSON.stringify(String(value)), 'its text')}`;
	return parts.length < usual.length ? 'not sent' : 'the same';
}

/** The outcomes, each with the values that have it. */
async function lineOf(tried: Tried): Promise<string> {
	const { saved, base, path, field } = tried;
	const given = field.type.endsWith('ptions') ? NO_CHOICES : VALUES;
	const usual = (await run(saved, base)).sent.flatMap(partsOf);
	const values = new Map<string, string[]>();
	for (const value of given) {
		const outcome = await outcomeOf(tried, value, usual);
		values.set(outcome, [...(values.get(outcome) ?? []), JSON.stringify(value)]);
	}
	const outcomes = [...values]
		.map(([outcome, having]) => [
			having.length > given.length / 2 ? 'else' : having.join(' '),
			outcome,
		])
		.map(([having, outcome]) => `\t${having}: ${outcome}`);
	return [`${saved.node}.${saved.operation} ${path.join('.')}`, ...outcomes].join('\n');
}

/** What a saved workflow sends, and what it tells of a single write that was answered with nothing. */
async function linesOf(saved: SavedNode): Promise<string[]> {
	const { sent } = await run(saved, filledIn(saved, service));
	const lines = sent.map((request) => `\t${partsOf(request).join(', ')}`);
	if (sent.length === 1 && sent[0]?.method !== 'GET') {
		wire.isSilent = true;
		const { json } = await run(saved, filledIn(saved, service));
		lines.push(`\tanswered with nothing: ${JSON.stringify(json)}`);
		wire.isSilent = false;
	}
	return [`${saved.node}.${saved.operation}, ${saved.title}`, ...lines];
}

it(
	'every saved workflow, and every value of a parameter, sends what it always sent',
	ON_A_BUSY_MACHINE,
	async () => {
		const lines: string[] = [];
		for (const saved of savedNodes) lines.push(...(await linesOf(saved)));
		for (const tried of everyParameter()) lines.push(await lineOf(tried));
		await expect(
			lines.join('\n'),
			'`npx vitest run test/requests.test.mts -u` writes it anew: see that each changed line is meant',
		).toMatchFileSnapshot('requests.txt');
	},
);
