import { expect, it } from 'vitest';

import { checkExtreme, extremes } from './bounded.mts';

it.each(extremes)(
	'keeps the state small: $name',
	async (extreme) => {
		await expect(checkExtreme(extreme)).resolves.toBeUndefined();
	},
	120_000,
);
