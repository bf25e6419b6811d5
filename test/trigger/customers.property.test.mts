import { it } from 'vitest';

import { playRandom, RUNS } from './history.mts';
import { customers } from './scenes/customers.mts';

it('delivers every new customer, and each once', async () => {
	await playRandom(customers, RUNS);
}, 600_000);
