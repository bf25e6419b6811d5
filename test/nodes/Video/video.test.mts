import { chosen, itSends } from '../kit.mts';

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
});
