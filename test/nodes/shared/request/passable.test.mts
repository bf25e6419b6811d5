import { expect, it } from 'vitest';

import { assertPassable, MAX_RECORDS } from '../../../../nodes/shared/request/passable';

it('more records than n8n can pass on are refused, with how to split them', () => {
	expect(MAX_RECORDS).toBe(110_000);
	expect(() => assertPassable(110_000)).not.toThrow();
	const message =
		'The list has more than 110000 records, which is more than n8n can pass on at once';
	expect(() => assertPassable(110_001)).toThrow(
		expect.objectContaining({ message, remedy: expect.stringMatching(/"Return All".*"Page"/) }),
	);
	expect(() => assertPassable(110_001, 'Ask for less.')).toThrow(
		expect.objectContaining({ message, remedy: 'Ask for less.' }),
	);
});
