// A blank or an unknown word in a value that decides changes nothing, and somebody hears of it.
import type { IDataObject, INode } from 'n8n-workflow';
import { expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { parsed } from '../../kit/json.mts';
import { boxesOf, isAsking, notesOf, writesFields } from '../facts.mts';
import { decidingIn, type Field } from './origins.mts';
import { play, withoutRoom, type Played } from './play.mts';
import { leavesOf, lettersOf, pagesOf, recipientsOf } from './sent.mts';
import { published } from './world.mts';

const VALUES = { missing: undefined, blank: '', 'a blank character': ' \u00A0', unknown: 'maybe' };

const BLANK = ['missing', 'blank', 'a blank character'];

/** What passes over such a value without a failure, and the sentence of its note that says so. */
const PASSED_OVER: Array<[example: string, field: string, kinds: string[], sentence: string]> = [
	['only-what-changed', 'member', BLANK, 'A no or a blank changes nothing'],
	['file-to-video', 'Key', [...BLANK, 'unknown'], 'Files of other kinds are skipped'],
	[
		'who-is-this',
		'ticket.requester.email',
		BLANK,
		'A ticket without an email address gets no note',
	],
];

type Path = readonly string[];

/** Returns the paths of all values, and of empty lists. */
function pathsIn(value: unknown, path: Path = []): Path[] {
	const entries = isGroup(value) ? Object.entries(value) : [];
	if (entries.length === 0) return [path];
	return entries.flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
}

/** How expressions name a path: without the places in lists. Columns of a file may have other capitals. */
const nameOf = (path: Path): string =>
	path
		.filter((part) => !/^\d+$/.test(part))
		.join('.')
		.toLowerCase();

const isGroup = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** Returns an item with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
	if (key === undefined || !isGroup(value)) return by;
	const changed = replaced(value[key], rest, by);
	return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

/** A world in which somebody is asked, where the example asks at a limit. */
const worldOf = (example: string) => ({
	size: 1,
	...(boxesOf(example).some(isAsking) && { workflows: [withoutRoom(published(example))] }),
});

interface Trial {
	kind: string;
	field: Field;
	/** Puts the value into an item of a box. */
	spoil: (json: IDataObject, from: INode) => IDataObject;
}

/** Returns what comes from people and other systems and decides, each with all values to try. */
function trialsOf(fields: Field[], incoming: Array<{ json: IDataObject; box: string }>): Trial[] {
	const arrived = incoming.flatMap(({ json, box }) => pathsIn(json).map((path) => ({ box, path })));
	const met = fields.filter(({ box, path }) =>
		arrived.some((one) => one.box === box && nameOf(one.path) === nameOf(path)),
	);
	return met.flatMap((field) =>
		Object.entries(VALUES).map(([kind, value]) => ({
			kind,
			field,
			spoil: (json, { name }) =>
				name === field.box
					? parsed<IDataObject>(
							JSON.stringify(
								pathsIn(json)
									.filter((path) => nameOf(path) === nameOf(field.path))
									.reduce<unknown>((item, path) => replaced(item, path, value), json),
							),
						)
					: json,
		})),
	);
}

/** Returns what was changed at the service and elsewhere, and to whom was written. */
const changesIn = ({ writes, sent, addresses }: Played): string[] => [
	...writes,
	...lettersOf(sent, addresses).flatMap(recipientsOf),
	...sent.filter(({ node, isTaken }) => isTaken && writesFields(node)).map(({ node }) => node.name),
];

/** Returns what people read on pages and in files. */
const shownIn = ({ sent }: Played): string =>
	pagesOf(sent)
		.flatMap((one) => [
			...leavesOf(one).map(([, text]) => text),
			...one.files.map(({ bytes }) => bytes.toString()),
		])
		.join('\n');

/** In its file, a row without an ID is a new video. */
const WITHOUT_IDS = ['catalog-import'];

const concerned = exampleNames.filter(
	(example) => decidingIn(example).length > 0 && !WITHOUT_IDS.includes(example),
);

test.each(concerned)('%s decides nothing by a blank or an unknown word', async (example) => {
	const incoming: Array<{ json: IDataObject; box: string }> = [];
	const good = await play(example, {
		...worldOf(example),
		incoming: (json, { name: box }) => {
			incoming.push({ json, box });
			return json;
		},
	});
	const trials = trialsOf(decidingIn(example), incoming);
	expect(
		changesIn(good).length + shownIn(good).length,
		'what a good value changes',
	).toBeGreaterThan(0);
	expect(new Set(trials.map(({ field }) => field.box)), 'who decides').toEqual(
		new Set(decidingIn(example).map(({ box }) => box)),
	);
	const notes = notesOf(example).join('\n');
	const isSaid = ({ kind, field: { path } }: Trial) =>
		PASSED_OVER.some(
			([name, field, kinds, sentence]) =>
				name === example &&
				field === path.join('.') &&
				kinds.includes(kind) &&
				notes.includes(sentence),
		);
	const isAnswer = ({ field: { box } }: Trial) =>
		boxesOf(example).some((one) => one.name === box && isAsking(one));
	const wrong: string[] = [];
	for (const trial of trials) {
		const { kind, field, spoil } = trial;
		const title = `${field.box}, ${field.path.join('.')}, ${kind}`;
		const played = await play(example, { ...worldOf(example), incoming: spoil });
		const changes = changesIn(played);
		if (changes.length > 0) wrong.push(`${title}: ${changes.join(', ')}`);
		// No button answers in other words, and no answer is as good as a no.
		if (isAnswer(trial) || isSaid(trial)) continue;
		const isShown = shownIn(played) !== shownIn(good);
		if (!played.hasFailed && !isShown) wrong.push(`${title}: nobody hears of it`);
	}
	expect(wrong).toEqual([]);
});
