import { chosen, itSends } from '../kit.mts';

itSends('comment', 'report', {
	'the ID, and returns it with the message of the service': {
		parameters: { comment: chosen(5) },
		sends: [{ method: 'POST', path: '/comments/5/report' }],
		answer: { message: 'The comment was reported.' },
		gives: [{ id: 5, message: 'The comment was reported.' }],
	},
});
