import { describe, expect, it } from 'vitest';

import { events } from '../../nodes/VideoSubscriptionTrigger/events/index.ts';
import { playRandom } from './history.mts';
import { scenes } from './scenes.mts';

it('every event has histories', () => {
	expect(Object.keys(scenes)).toEqual(Object.keys(events));
});

describe.each(Object.entries(scenes))('%s', (_, scene) => {
	it('comes when it is promised, once, and nothing else does', async () => {
		await playRandom(scene);
	});
});
