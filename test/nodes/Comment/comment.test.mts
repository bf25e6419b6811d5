import nock from 'nock';
import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../kit/engine.mts';
import { BASE_URL, chosen, itSends } from '../kit.mts';

itSends('comment', 'report', {
	'the id alone, and gives it beside what the service says': {
		parameters: { comment: chosen(5) },
		sends: [{ method: 'POST', path: '/comments/5/report' }],
		answer: { message: 'The comment was reported.' },
		gives: [{ id: 5, message: 'The comment was reported.' }],
	},
});

it('a comment is not written again when the answer is lost, and says how to check', async () => {
	const scope = nock('https://service.test').post('/api/comments').reply(502);
	const comment = { video: chosen(5), customer: chosen(7), content: 'What a finale!' };
	const { error } = await runNode({
		node: 'comment',
		parameters: { operation: 'create', ...comment },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.description).toContain('may have been written all the same');
	expect(scope.isDone()).toBe(true);
});
