import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { fieldsWithin, operations } from '../../../scripts/lib/descriptions.mts';
import { defined } from '../../kit/defined.mts';
import { chosen, itRefuses, itSends, TRIED } from '../kit.mts';

itSends('video', 'update', {
	'choices by their labels, whatever the case, and lists of any form': {
		parameters: {
			video: chosen(5),
			updateFields: {
				plans: 'STANDARD; Free',
				genres: 'Drama, Kids and Family',
				tags: '["a","b"]',
				geoAvailable: ['US', 'CA'],
			},
		},
		sends: [
			{
				method: 'PUT',
				path: '/videos/5',
				body: {
					plans: ['standard', 'free'],
					genres: 'drama,kids_and_family',
					tags: 'a,b',
					geo_available: 'US,CA',
				},
			},
		],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
	'as many actors as a row of a sheet has, checked like those of the groups': {
		parameters: {
			video: chosen(5),
			updateFields: {
				crew: { entries: [{ name: 'Bo', role: 'director' }] },
				ratings: {},
				extraFieldsJson: JSON.stringify({
					casts: [
						{ actor: ' Ada ', character: 'Eve' },
						{ actor: 'Cy', character: 'Adam' },
					],
					production_studios: [{ name: 'Salt', country: '' }],
					ratings: [{ rating: 'pg-13', location: 'US' }],
					release_dates: [{ date: '2026-05-01T00:00:00.000+02:00', location: null }],
					advisories: [],
				}),
			},
		},
		sends: [
			{
				method: 'PUT',
				path: '/videos/5',
				body: {
					crew: [{ name: 'Bo', role: 'director' }],
					casts: [
						{ actor: 'Ada', character: 'Eve' },
						{ actor: 'Cy', character: 'Adam' },
					],
					production_studios: [{ name: 'Salt' }],
					ratings: [{ rating: 'PG-13', location: 'US' }],
					release_dates: [{ date: '2026-05-01' }],
				},
			},
		],
		answer: { id: 5 },
		gives: [{ id: 5 }],
	},
});

const update = (updateFields: INodeParameters, options: INodeParameters = {}) => ({
	video: chosen(5),
	updateFields,
	options,
});

/** A row of each group, by its name in the panel, with the name that the service has for it. */
const GROUPS: Record<string, [apiName: string, row: INodeParameters]> = {
	advisories: ['advisories', { advisory: 'V', location: 'US' }],
	casts: ['casts', { actor: 'Ada', character: 'Eve' }],
	crew: ['crew', { name: 'Bo', role: 'director' }],
	productionStudios: ['production_studios', { name: 'Salt', country: 'US' }],
	ratings: ['ratings', { rating: 'R', location: 'US' }],
	releaseDates: ['release_dates', { date: '2026-05-01', location: 'US' }],
};

const cast = [{ actor: 'Ada', character: 'Eve' }];

it('the groups of the tests are those of the panel', () => {
	const { fields } = defined(operations.find(({ name }) => name === 'video.update'));
	const ofPanel = fields
		.flatMap(fieldsWithin)
		.filter(({ type, name }) => type === 'fixedCollection' && name !== 'metadata')
		.map(({ name }) => name);
	expect(Object.keys(GROUPS).sort()).toEqual(ofPanel.sort());
});

itRefuses('video', 'update', [
	{
		names: 'Extra Fields (JSON)',
		parameters: update({ title: 'A', extraFieldsJson: TRIED }),
		good: {},
		bad: ['{', '[]', 5, { cast }, { releaseDates: [] }],
	},
	{
		names: 'Extra Fields (JSON): casts',
		parameters: update({ title: 'A', extraFieldsJson: TRIED }),
		good: { casts: cast },
		bad: [{ casts: 'Ada' }, { casts: [{ actor: 'Ada' }] }, { casts: ['Ada'] }],
	},
	{
		names: 'Extra Fields (JSON): crew',
		parameters: update({ title: 'A', extraFieldsJson: TRIED }),
		good: { crew: [{ name: 'A', role: 'Director' }] },
		bad: [{ crew: [{ name: 'A', role: 'boss' }] }],
	},
	...Object.entries(GROUPS).flatMap(([name, [apiName, row]]) => [
		{
			names: 'Extra Fields (JSON)',
			where: ` beside its group ${name}`,
			parameters: update({ [name]: { entries: [row] }, extraFieldsJson: TRIED }),
			good: {},
			bad: [{ [apiName]: [row] }],
		},
		{
			names: 'Clear Fields',
			where: ` with ${name} in the object`,
			parameters: update({ title: 'A', extraFieldsJson: TRIED }, { clearFields: [name] }),
			good: {},
			bad: [{ [apiName]: [row] }],
		},
	]),
]);
