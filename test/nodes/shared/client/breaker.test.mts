import { describe, expect, it } from 'vitest';

import type * as BreakerModule from '../../../../nodes/shared/client/breaker';
import { built } from '../../../kit/built.mts';
import { VirtualTime } from '../../../kit/time.mts';

const { Breaker, MAX_UNANSWERED, TRY_INTERVAL_MS } =
	built<typeof BreakerModule>('shared/client/breaker');

const MINUTE = 60_000;

/** A service that is down since the start, as 20 attempts in a row have shown. */
function down() {
	const [time, breaker] = [new VirtualTime(), new Breaker()];
	for (let count = 0; count < MAX_UNANSWERED; count++) breaker.report(false);
	return { time, breaker };
}

describe('the breaker', () => {
	it('opens after 20 attempts in a row, and lets one request be sent every five seconds', () => {
		expect([MAX_UNANSWERED, TRY_INTERVAL_MS]).toEqual([20, 5_000]);
		const { time, breaker } = down();
		expect([breaker.isDown, breaker.nextAt]).toEqual([true, 5_000]);
		time.now = 7_000;
		breaker.noteSending('one');
		expect(breaker.nextAt).toBe(12_000);
	});

	it('stays closed while one attempt in twenty is answered', () => {
		const breaker = new Breaker();
		for (let count = 0; count < 100; count++) breaker.report(count % 20 === 19);
		expect([breaker.isDown, breaker.nextAt]).toEqual([false, 0]);
	});

	it('closes with any answer', () => {
		const { breaker } = down();
		breaker.report(true);
		expect([breaker.isDown, breaker.nextAt, breaker.isHopeless({}, 0)]).toEqual([false, 0, false]);
	});

	it('puts a group whose request has been sent behind those that still wait', () => {
		const { breaker } = down();
		for (const group of ['a', 'b', 'a']) breaker.noteSending(group);
		const groups = ['a', 'b', 'c'].sort((x, y) => breaker.rankOf(x) - breaker.rankOf(y));
		expect(groups).toEqual(['c', 'b', 'a']);
	});

	it('gives each run a minute of its own, which ends with the last request within it', () => {
		const { time, breaker } = down();
		const [early, late] = [{}, {}];
		expect(breaker.isHopeless(early, MINUTE)).toBe(false);
		time.now = 55_000;
		breaker.noteSending('one');
		expect([early, late].map((run) => breaker.isHopeless(run, MINUTE))).toEqual([false, false]);
		time.now = 60_000;
		breaker.noteSending('one');
		expect([early, late].map((run) => breaker.isHopeless(run, MINUTE))).toEqual([true, false]);
	});

	it('gives a run its time anew in the next outage', () => {
		const { time, breaker } = down();
		const run = {};
		breaker.isHopeless(run, MINUTE);
		time.now = 90_000;
		breaker.report(true);
		for (let count = 0; count < MAX_UNANSWERED; count++) breaker.report(false);
		expect(breaker.isHopeless(run, MINUTE)).toBe(false);
	});
});
