import { BASE_URL, chosen, itRefuses, itSends, itSendsAgain, TRIED } from '../kit.mts';

const [customer, video] = [chosen(7), chosen(51)];

itSends('authorization', 'create', {
	'the hrefs of the customer and the video': {
		parameters: { customer, video },
		sends: [
			{
				method: 'POST',
				path: '/authorizations',
				body: { customer: `${BASE_URL}/customers/7`, video: `${BASE_URL}/videos/51` },
			},
		],
		answer: { token: 't' },
		gives: [{ token: 't' }],
	},
});

itRefuses('authorization', 'create', [
	{ names: 'Customer', parameters: { customer: chosen(TRIED), video }, good: 7, bad: ['', null] },
	{ names: 'Video', parameters: { customer, video: chosen(TRIED) }, good: 51, bad: ['', null] },
]);

// An authorization that is not used expires.
itSendsAgain('authorization', 'create', { customer, video });
