import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
	waysToSayFive,
} from '../kit.mts';

const sent = { method: 'POST', path: '/comments/5/report' };
const answer = { message: 'The comment was reported.' };
const given = { id: 5, ...answer };
const ways = waysToSayFive('comments');

itSends('comment', 'report', {
	'one request, whatever way the id is said': {
		parameters: { comment: chosen('={{ $json.id }}') },
		input: ways.map((id) => ({ id })),
		sends: ways.map(() => sent),
		answer,
		gives: ways.map((_, item) => [given, item]),
	},
	'every parameter': {
		parameters: { comment: chosen(5), options: FOR_CUSTOMER },
		sends: [{ ...sent, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [given],
	},
	'and gives the id when the service answers nothing': {
		parameters: { comment: chosen(5) },
		sends: [sent],
		gives: [{ success: true, id: 5 }],
	},
});

itRefuses('comment', 'report', [
	{ names: 'Comment', parameters: { comment: chosen(TRIED) }, good: 5, bad: badIds('videos') },
]);
