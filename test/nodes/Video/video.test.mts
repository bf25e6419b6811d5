import type { INodeParameters } from 'n8n-workflow';

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

const cast = [{ actor: 'Ada', character: 'Eve' }];

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
	{
		names: 'Extra Fields (JSON)',
		where: ' beside its group',
		parameters: update({ casts: { entries: cast }, extraFieldsJson: TRIED }),
		good: {},
		bad: [{ casts: cast }],
	},
	{
		names: 'Clear Fields',
		where: ' with a field of the object',
		parameters: update({ extraFieldsJson: TRIED }, { clearFields: ['casts'] }),
		good: { crew: [{ name: 'A', role: 'director' }] },
		bad: [{ casts: cast }],
	},
]);
