import { describe, it } from 'vitest';

import { playRandom } from './history.mts';
import { comments } from './scenes/comments.mts';
import { customers } from './scenes/customers.mts';
import { liveEvents } from './scenes/liveEvents.mts';
import { published } from './scenes/published.mts';
import { statuses } from './scenes/statuses.mts';
import { uploads } from './scenes/uploads.mts';

/** Fewer than against plain data: here every request is checked against the contract. */
const RUNS = 60;

describe.each([
	['customers', customers],
	['live events', liveEvents],
	['statuses', statuses],
	['uploads', uploads],
	['published videos', published],
	['comments', comments],
])('%s, against the simulated service', (_, scene) => {
	it('are delivered, each once, by requests that keep to the spec', async () => {
		await playRandom(scene, RUNS, { isSimulated: true });
	}, 600_000);
});
