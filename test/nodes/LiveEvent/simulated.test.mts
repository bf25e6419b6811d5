import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { chosen, withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('liveEvent', async (run, service) => {
		const event = first(service.state.liveEvents.all());
		const product = first(event.productIds);
		const sorting = { sort: 'title', order: 'DESC' };
		const options = { perPage: 2 };
		const all = await run({
			operation: 'getAll',
			product: chosen(product),
			returnAll: true,
			sorting,
			options,
		});
		const titles = all.map(({ title }) => String(title));
		expect(titles).toEqual(titles.toSorted((a, b) => b.localeCompare(a)));
		expect(all.map(({ id }) => id)).toContain(event.id);

		const found = await run({
			operation: 'getAll',
			product: chosen(product),
			filters: { query: event.title, plan: [...event.plans] },
		});
		expect(found.map(({ id }) => id)).toContain(event.id);

		const liveEvent = chosen(String(all[0]?.href), 'url');
		expect(await run({ operation: 'get', liveEvent })).toEqual([all[0]]);
	});
});
