import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { assertNotRejected } from '../../../../nodes/shared/request/preSend';
import { metadataFields } from '../../../../nodes/shared/panel/metadata';
import { apiName } from '../../../../nodes/shared/panel/fields';
import { defined } from '../../../kit/defined.mts';
import { chosen, itRefuses, itSends, TRIED } from '../../kit.mts';

const create = (additionalFields: object) => ({
	title: 'Salt',
	additionalFields: { ...additionalFields },
});
const sends = (metadata: object) => ({
	sends: [{ method: 'POST', path: '/videos', body: { title: 'Salt', metadata } }],
	answer: { id: 5 },
	gives: [{ id: 5 }],
});
const entry = (key: unknown, kind: string, value: unknown) => ({ key, kind, value }) as IDataObject;

itSends('video', 'create', {
	'each kind of entry, which wins over the JSON': {
		parameters: create({
			metadata: {
				entries: [
					entry('director', 'text', 'M. Lindqvist'),
					entry('year', 'number', '1999'),
					entry('words', 'list', 'sea, salt,'),
					entry('poster', 'image', 'https://files.example.com/poster.jpg'),
				],
			},
			metadataJson: '{ "language": "sv", "year": 1998 }',
		}),
		...sends({
			language: 'sv',
			year: 1999,
			director: 'M. Lindqvist',
			words: ['sea', 'salt'],
			poster: 'image_url:https://files.example.com/poster.jpg',
		}),
	},
	'nothing for the fields without entries, and nothing for a blank value': {
		parameters: create({
			metadata: { entries: [entry('director', 'text', ' '), entry('year', 'number', '')] },
			metadataJson: '{}',
		}),
		sends: [{ method: 'POST', path: '/videos', body: { title: 'Salt' } }],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
});

itRefuses('video', 'create', [
	{
		names: 'Metadata',
		parameters: create({ metadata: { entries: [entry(TRIED, 'text', 'x')] } }),
		good: 'director',
		bad: ['season_number'],
	},
]);

itRefuses('collection', 'update', [
	{
		names: 'Metadata',
		parameters: { collection: chosen(5), updateFields: { metadataJson: TRIED } },
		good: { episode_number: 1 },
		bad: [{ season_number: 1 }],
	},
]);

type Field = 'metadata' | 'metadataJson';

/** Converts the value of one of the two fields as routing does. */
async function converted(name: Field, value: unknown): Promise<unknown> {
	const field = defined(metadataFields('video').find((field) => field.name === name));
	const options: IHttpRequestOptions = { url: '/x', body: { [apiName(name)]: value } };
	const context = { getTimezone: () => 'UTC' } as IExecuteSingleFunctions;
	for (const step of field.routing?.send?.preSend ?? []) await step.call(context, options);
	assertNotRejected(options);
	return options.body;
}

describe('Metadata', () => {
	it.each([
		['http://files.example.com/1.jpg', 'image_url:http://files.example.com/1.jpg'],
		['image_url:https://files.example.com/1.jpg', 'image_url:https://files.example.com/1.jpg'],
	])('sends the image %s with its prefix', async (address, sent) => {
		const body = await converted('metadata', { entries: [entry('still', 'image', address)] });
		expect(body).toEqual({ metadata: { still: sent } });
	});

	it.each<[string, Field, unknown, object]>([
		['a list given as an array', 'metadata', entry('a', 'list', ['sea', 1]), { a: ['sea', '1'] }],
		['an entry without a kind as text', 'metadata', { key: 'a', value: 1 }, { a: '1' }],
		['null in an object', 'metadataJson', { a: null, b: { c: 1 } }, { a: null, b: { c: 1 } }],
	])('sends %s', async (_, name, entry, metadata) => {
		const value = name === 'metadata' ? { entries: [entry] } : entry;
		expect(await converted(name, value)).toEqual({ metadata });
	});

	const of = (kind: string, ...values: unknown[]): Array<[Field, unknown]> =>
		values.map((value) => ['metadata', { entries: [entry('a', kind, value)] }]);
	const keys = (...all: unknown[]): Array<[Field, unknown]> =>
		all.map((key) => ['metadata', { entries: [entry(key, 'text', 'x')] }]);
	const json = (...values: unknown[]): Array<[Field, unknown]> =>
		values.map((value) => ['metadataJson', value]);

	const SERVICE_KEYS = ['advertising_keywords', 'series_name', 'season_name', 'season_number'];

	it.each<[problem: string, remedy: string, refused: Array<[Field, unknown]>]>([
		[
			'"Metadata" has no whole number under "a": ',
			'Enter a whole number, or choose the kind Text.',
			of('number', 'soon', 1.5),
		],
		[
			'"Metadata" has no text under "a": ',
			'Enter a text, or choose the kind List.',
			[...of('text', NaN, true, ['calm']), ...of('list', [true], {})],
		],
		[
			'"Metadata" has no image URL under "a": ',
			'Enter the URL of a public image, beginning with https://.',
			of('image', 'ftp://files', 'https://files/a b.jpg', 'see https://files/a.jpg'),
		],
		[
			'"Metadata" is not one of its choices: "colour"',
			'Use one of these: text, number, list, image.',
			of('colour', 'red'),
		],
		['"Metadata" has an entry without a key', 'Enter a key in each entry.', keys('', null)],
		['"Metadata" has no text under "Key": "true"', 'Enter a text', keys(true)],
		[
			', which the service makes itself',
			'Remove it: it follows from the collection that the video or season is in.',
			[...keys(...SERVICE_KEYS, 'episode_number', 'movie_name'), ...json({ movie_name: 'x' })],
		],
		[
			'"Metadata (JSON)" is not an object: ',
			'Enter an object such as {"director": "Ada Example"}.',
			json('[1]', 'none', 7),
		],
		['"Metadata" has no rows: ', 'Add its rows one by one', [['metadata', { entries: 7 }]]],
	])('refuses values, and says %j and %j', async (problem, remedy, refused) => {
		for (const [name, value] of refused) {
			await expect(converted(name, value)).rejects.toThrow(
				expect.objectContaining({
					message: expect.stringContaining(problem),
					description: expect.stringContaining(remedy),
				}),
			);
		}
	});
});
