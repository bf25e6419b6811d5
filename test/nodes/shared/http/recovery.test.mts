import { beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ClockModule from '../../../../nodes/shared/concurrency/clock';
import type * as RecoveryModule from '../../../../nodes/shared/http/requestSender';
import type { HttpResponse } from '../../../../nodes/shared/http/response';
import { built } from '../../../kit/built.mts';

const { reconcile } = built<typeof RecoveryModule>('shared/http/requestSender');
const { CancelledError, clock } = built<typeof ClockModule>('shared/concurrency/clock');

const SINCE = 1_000_000;
const FOUND: HttpResponse = { status: 201, headers: {}, body: { id: 9 } };

let now: number;
let waits: number[];
beforeEach(() => {
	[now, waits] = [0, []];
	vi.spyOn(clock, 'monotonic').mockImplementation(() => now);
	vi.spyOn(clock, 'sleep').mockImplementation(async (milliseconds) => {
		waits.push(milliseconds);
		now += milliseconds;
	});
});

const requestOf = (reconcile?: (since: number) => Promise<HttpResponse | undefined>) => ({
	options: { baseURL: 'https://svc.test', url: '/customers' },
	...(reconcile && { reconcile }),
});

describe('a write whose response was lost', () => {
	it('is not reconciled without a reconcile function', async () => {
		expect(await reconcile(requestOf(), SINCE)).toBeUndefined();
		expect(waits).toEqual([]);
	});

	it('is looked up from the time it was sent, ever more slowly, for half a minute', async () => {
		const asked: number[] = [];
		const request = requestOf(async (since) => {
			asked.push(since);
			return undefined;
		});
		expect(await reconcile(request, SINCE)).toBeUndefined();
		expect(new Set(asked)).toEqual(new Set([SINCE]));
		expect(waits).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 2500]);
		expect(asked).toHaveLength(10);
	});

	it('succeeds when its record appears', async () => {
		let looks = 0;
		const request = requestOf(async () => (++looks === 3 ? FOUND : undefined));
		expect(await reconcile(request, SINCE)).toBe(FOUND);
		expect(waits).toEqual([500, 1000]);
	});

	it('is no longer looked up when the execution is cancelled or the look-up fails', async () => {
		const cancelled = AbortSignal.abort();
		const looking = reconcile(
			requestOf(async () => undefined),
			SINCE,
			cancelled,
		);
		await expect(looking).rejects.toBeInstanceOf(CancelledError);
		const failing = requestOf(async () => await Promise.reject(new Error('of no use')));
		await expect(reconcile(failing, SINCE)).rejects.toThrow('of no use');
	});
});
