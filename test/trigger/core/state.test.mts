import { describe, expect, it } from 'vitest';

import { usableState, VERSION } from '../../../nodes/VideoSubscriptionTrigger/core/state.ts';

const state = { version: VERSION, fingerprint: 'a', startedFrom: null, place: { floor: 5 } };

describe('a saved state', () => {
	it('is gone on with', () => {
		expect(usableState(state, 'a', undefined)).toEqual(state);
	});

	it.each([
		['nothing', undefined],
		['another version', { ...state, version: VERSION + 1 }],
		['another fingerprint', { ...state, fingerprint: 'b' }],
		['no place', { ...state, place: undefined }],
		['something else', 'text'],
	])('that is %s is not', (_, saved) => {
		expect(usableState(saved, 'a', undefined)).toBeUndefined();
	});

	it('ends when a person names an earlier moment to start from, and not for a later one', () => {
		expect(usableState(state, 'a', 100)).toBeUndefined();
		const started = { ...state, startedFrom: 100 };
		expect(usableState(started, 'a', 99)).toBeUndefined();
		expect(usableState(started, 'a', 100)).toEqual(started);
		expect(usableState(started, 'a', 101)).toEqual(started);
		expect(usableState(started, 'a', undefined)).toEqual(started);
	});
});
