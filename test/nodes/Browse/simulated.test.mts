import { expect, it } from 'vitest';

import { chosen, withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('browse', async (run, service) => {
		const subscription = [...service.state.products.all()].find(
			({ type }) => type === 'subscription',
		);
		const product = chosen(Number(subscription?.id));
		const rows = await run({
			operation: 'getAll',
			product,
			returnAll: true,
			options: { perPage: 2 },
		});
		expect(rows.length).toBeGreaterThan(2);
		expect(rows[0]).toMatchObject({ name: expect.any(String), items_count: expect.any(Number) });
	});
});
