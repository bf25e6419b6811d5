import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { chosen, withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('comment', async (run, service) => {
		const { id: videoId } = first(service.state.videos.all());
		const { id: customerId } = first(
			service.state.customers.list({ status: 'all' }, 'newest', 0, 1).records,
		);
		const on = { video: chosen(videoId), customer: chosen(customerId) };
		const [written] = await run({ operation: 'create', ...on, content: 'What a finale!' });
		const [reply] = await run({
			operation: 'create',
			...on,
			content: 'Indeed.',
			additionalFields: { comment: chosen(Number(written?.id)) },
		});

		const all = await run({ operation: 'getAll', video: on.video, options: { perPage: 1 } });
		expect(all.map(({ id }) => id)).toContain(written?.id);

		const comment = chosen(Number(written?.id));
		const read = await run({ operation: 'get', comment, output: 'full' });
		expect(read).toMatchObject([{ content: 'What a finale!', comments: [{ id: reply?.id }] }]);
		expect(await run({ operation: 'report', comment })).toMatchObject([
			{ message: expect.any(String) },
		]);
		expect(service.state.comments.get(Number(written?.id))?.reports).toBe(1);
	});
});
