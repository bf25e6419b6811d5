import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { assertNotRefused } from '../../../../nodes/shared/http/request';
import { metadataFields } from '../../../../nodes/shared/properties/metadata';
import { apiName } from '../../../../nodes/shared/properties/routing';
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
const entry = (key: string, kind: string, value: string) => ({ key, kind, value });

itSends('video', 'create', {
	'each kind of entry, over what the JSON holds': {
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
	'large numbers as far as they are exact': {
		parameters: create({ metadataJson: '{ "views": 9007199254740991, "rate": 0.00004 }' }),
		...sends({ views: 9_007_199_254_740_991, rate: 0.000_04 }),
	},
	'nothing, when it is added and left empty': {
		parameters: create({ metadata: {} }),
		...sends({}),
	},
});

const ofVideos = ['advertising_keywords', 'series_name', 'season_name', 'movie_name'];
const forbidden = ['', '__proto__', 'constructor', 'season_number'];

itRefuses('video', 'create', [
	{
		names: 'Metadata',
		where: ' as the key of an entry',
		parameters: create({ metadata: { entries: [entry(TRIED, 'text', 'x')] } }),
		good: 'director',
		bad: [...forbidden, ...ofVideos, 'episode_number'],
	},
	{
		names: 'Metadata',
		parameters: create({ metadataJson: TRIED }),
		good: { director: 'x' },
		bad: [{ movie_name: 'x' }, '{ "__proto__": 1 }'],
	},
	{
		names: 'Metadata (JSON)',
		parameters: create({ metadataJson: TRIED }),
		good: { director: 'x' },
		bad: [
			'[1]',
			'none',
			7,
			'{ "views": 9007199254740993 }',
			{ views: 2 ** 53 },
			'{ "list": [{ "a": -9007199254740993 }] }',
			'{ "views": 1e300 }',
		],
	},
	{
		names: 'Metadata',
		where: ' as a number',
		parameters: create({ metadata: { entries: [entry('year', 'number', TRIED)] } }),
		good: '1999',
		bad: ['', 'soon', 1.5],
	},
	{
		names: 'Metadata',
		where: ' as a text',
		parameters: create({ metadata: { entries: [entry('mood', 'text', TRIED)] } }),
		good: '',
		bad: [null, NaN, true, ['calm']],
	},
	{
		names: 'Metadata',
		where: ' as a list',
		parameters: create({ metadata: { entries: [entry('mood', 'list', TRIED)] } }),
		good: '',
		bad: [null, [null], {}],
	},
	{
		names: 'Metadata',
		parameters: create({
			metadata: { entries: [entry('mood', 'text', 'calm'), entry(TRIED, 'text', 'warm')] },
		}),
		good: 'weather',
		bad: ['mood'],
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

/** Converts the value of one of the two fields as routing does. */
async function converted(name: 'metadata' | 'metadataJson', value: unknown): Promise<unknown> {
	const field = defined(metadataFields('video').find((one) => one.name === name));
	const options: IHttpRequestOptions = { url: '/x', body: { [apiName(name)]: value } };
	const context = { getTimezone: () => 'UTC' } as IExecuteSingleFunctions;
	for (const step of field.routing?.send?.preSend ?? []) await step.call(context, options);
	assertNotRefused(options);
	return options.body;
}

describe('Metadata', () => {
	const one = (key: string, kind: string, value: unknown) => ({ entries: [{ key, kind, value }] });

	it.each([
		['http://files.example.com/1.jpg', 'image_url:http://files.example.com/1.jpg'],
		['image_url:https://files.example.com/1.jpg', 'image_url:https://files.example.com/1.jpg'],
	])('takes the image %s', async (address, sent) => {
		const { metadata } = (await converted('metadata', one('still', 'image', address))) as {
			metadata: unknown;
		};
		expect(metadata).toEqual({ still: sent });
	});

	it.each<['metadata' | 'metadataJson', unknown, string, string]>([
		[
			'metadata',
			one('year', 'number', 'soon'),
			'"Metadata" has no whole number under "year": "soon"',
			'Type a whole number, or choose the kind Text.',
		],
		[
			'metadata',
			one('mood', 'text', ['calm']),
			'"Metadata" has no text under "mood": "["calm"]"',
			'Give a text, or choose the kind List.',
		],
		[
			'metadata',
			one('still', 'image', 'ftp://files'),
			'"Metadata" has no image address under "still": "ftp://files"',
			'Type the address of a public image, beginning with https://.',
		],
		[
			'metadata',
			one('mood', 'colour', 'red'),
			'"Metadata" has an unknown kind: "colour"',
			'Use text, number, list or image.',
		],
		[
			'metadata',
			one('', 'text', 'calm'),
			'"Metadata" has an entry without a key',
			'Type a key in each entry.',
		],
		[
			'metadata',
			one('constructor', 'text', 'calm'),
			'"Metadata" has the key "constructor", which cannot be sent',
			'Give it another name.',
		],
		[
			'metadata',
			one('series_name', 'text', 'Salt'),
			'"Metadata" has the key "series_name", which the service makes itself',
			'Remove it: it follows from the collection that the video or season is in.',
		],
		[
			'metadata',
			{ entries: [one('a', 'text', 'x').entries[0], one('a', 'text', 'y').entries[0]] },
			'"Metadata" has the key "a" twice',
			'Remove one of them, or give it another key.',
		],
		[
			'metadataJson',
			'[1]',
			'"Metadata (JSON)" is not an object: "[1]"',
			'Type an object such as {"director": "Ada Example"}.',
		],
		[
			'metadataJson',
			{ views: { all: 2 ** 53 } },
			'"Metadata (JSON)" has a number under "views.all" that is too large to be sent exactly',
			'Give it as a text, in quotation marks.',
		],
	])('%s refuses %j with what to do', async (name, value, message, remedy) => {
		await expect(converted(name, value)).rejects.toThrow(
			expect.objectContaining({
				message: expect.stringContaining(message),
				description: expect.stringContaining(remedy),
			}),
		);
	});
});
