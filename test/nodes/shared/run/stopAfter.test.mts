import { describe, expect, it } from 'vitest';

import { StopTime } from '../../../../nodes/shared/run/stopAfter';

describe('StopTime', () => {
	it.each([undefined, null, ' '])(
		'is never over where the option is not added or blank: %j',
		(value) => {
			expect(StopTime.parse(value).isOver()).toBe(false);
		},
	);

	it.each([0, -1, 'soon', true])('refuses %j by name', (value) => {
		expect(() => StopTime.parse(value)).toThrow(
			'The parameter "Stop After (Minutes)" is not a number above 0',
		);
	});
});
