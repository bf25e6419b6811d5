import {
	BASE_URL,
	chosen,
	itRefuses,
	itSends,
	itSendsAgain,
	itSendsOnce,
	page,
	TRIED,
} from '../kit.mts';

itSends('comment', 'report', {
	'the ID, and returns it with the message of the service': {
		parameters: { comment: chosen(5) },
		sends: [{ method: 'POST', path: '/comments/5/report' }],
		answer: { message: 'The comment was reported.' },
		gives: [{ id: 5, message: 'The comment was reported.' }],
	},
	'the ID, and returns success for a response without a message': {
		parameters: { comment: chosen(5) },
		sends: [{ method: 'POST', path: '/comments/5/report' }],
		answer: {},
		gives: [{ success: true, id: 5 }],
	},
});

const comment = {
	_links: { self: { href: 'c' }, video: { href: 'v' } },
	_embedded: {
		customer: { id: 7, name: 'Ada', email: 'ada@example.com' },
		video: { id: 51, title: 'Salt' },
	},
	id: 5,
	content: 'What a finale!',
	comments_count: 2,
};
const simple = {
	id: 5,
	content: 'What a finale!',
	video_id: 51,
	video_title: 'Salt',
	customer_id: 7,
	customer_name: 'Ada',
	customer_email: 'ada@example.com',
	comments_count: 2,
	href: 'c',
};

itSends('comment', 'create', {
	'hrefs, for a reply also the href of the comment': {
		parameters: {
			video: chosen(51),
			customer: chosen(7),
			content: 'What a finale!',
			additionalFields: { comment: chosen(4) },
		},
		sends: [
			{
				method: 'POST',
				path: '/comments',
				body: {
					video: `${BASE_URL}/videos/51`,
					customer: `${BASE_URL}/customers/7`,
					content: 'What a finale!',
					comment: `${BASE_URL}/comments/4`,
				},
			},
		],
		answer: comment,
		gives: [simple],
	},
});

itSends('comment', 'get', {
	'the ID, and returns the comment with its customer and video': {
		parameters: { comment: chosen(5) },
		sends: [{ method: 'GET', path: '/comments/5' }],
		answer: comment,
		gives: [simple],
	},
});

itSends('comment', 'getAll', {
	'the href of the video': {
		parameters: { video: chosen(51), limit: 10 },
		sends: [
			{
				method: 'GET',
				path: '/comments',
				query: { video: `${BASE_URL}/videos/51`, page: '1', per_page: '10' },
			},
		],
		answer: page('comments', [comment]),
		gives: [simple],
	},
});

itRefuses('comment', 'create', [
	{
		names: 'Content',
		parameters: { video: chosen(51), customer: chosen(7), content: TRIED },
		good: 'Hello',
		bad: ['', ' ', null, ['a'], true],
	},
]);

const written = { video: chosen(5), customer: chosen(7), content: 'What a finale!' };
itSendsOnce('comment', 'create', written, 'may have been created anyway');
itSendsAgain('comment', 'report', { comment: chosen(5) });
