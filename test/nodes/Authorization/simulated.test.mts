import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { chosen, withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('authorization', async (run, service) => {
		const { id: video } = first(service.state.videos.all());
		const { id: customer } = first(
			service.state.customers.list({ status: 'enabled' }, 'newest', 0, 1).records,
		);
		const parameters = { customer: chosen(customer), video: chosen(video) };
		expect(await run({ operation: 'create', ...parameters })).toMatchObject([
			{ token: expect.any(String), player_html: expect.stringContaining('<iframe') },
		]);
	});
});
