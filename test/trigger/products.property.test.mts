import { it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { products } from './scenes/products.mts';

it('delivers every product that a customer gets, and each once', async () => {
	await playRandom(products, RUNS);
}, 600_000);
