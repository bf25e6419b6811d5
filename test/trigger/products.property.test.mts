import { it } from 'vitest';

import { PATIENCE_MS, playRandom, RUNS } from './history.mts';
import { products } from './scenes/products.mts';

it(
	'delivers every product that a customer gets, and each once',
	async () => {
		await playRandom(products, RUNS);
	},
	PATIENCE_MS,
);
