import { expect, it } from 'vitest';

import { checkExtreme, checkTooMany, extremes } from './bounded.mts';

it.each(extremes)(
	'keeps the state small: $name',
	async (extreme) => {
		await expect(checkExtreme(extreme)).resolves.toBeUndefined();
	},
	600_000,
);

it('refuses more customers with a status than it can remember', async () => {
	await expect(checkTooMany()).resolves.toBeUndefined();
}, 600_000);
