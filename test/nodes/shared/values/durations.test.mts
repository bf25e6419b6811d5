import { expect, it } from 'vitest';

import { inMinutes, toWaitingTime } from '../../../../nodes/shared/values/durations';

it.each([
	[1, 'a second'],
	[1001, '2 seconds'],
	[59_001, 'a minute'],
	[60_001, '61 seconds'],
	[119_000, '119 seconds'],
	[119_001, '2 minutes'],
	[121_000, '3 minutes'],
	[3_540_001, 'an hour'],
	[3_660_000, '61 minutes'],
	[7_140_000, '119 minutes'],
	[7_140_001, '2 hours'],
	[86_400_000, '24 hours'],
])('toWaitingTime formats %i ms as %s', (milliseconds, text) => {
	expect(toWaitingTime(milliseconds)).toBe(text);
});

it('inMinutes formats minutes in singular or plural', () => {
	expect([60_000, 90_000].map(inMinutes)).toEqual(['1 minute', '1.5 minutes']);
});
