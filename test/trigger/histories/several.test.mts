import { describe, it } from 'vitest';

import { playRandom } from './history.mts';
import { severalScene, someEvents } from './several.mts';

describe.each([
	[1, someEvents('customerCreated', 1)],
	[2, someEvents('productAdded', 2)],
	[4, someEvents('uploadCompleted', 4)],
	[8, someEvents('commentCreated', 8)],
])('a trigger with %i events at first', (_, events) => {
	it('delivers each event once, oldest first, while the selection stays', async () =>
		await playRandom(severalScene(events, true)));

	it('delivers each event of the selection once, oldest first, while that changes between polls', async () =>
		await playRandom(severalScene(events)));
});
