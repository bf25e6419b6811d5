import { oneOf } from './trait.mts';

const minuteMs = 60_000;

/** What time it is at the service, and what its records say. */
export const clockTraits = {
	/** Against the clock that the service is given: right, 20 minutes off, or stepping to and fro. */
	clock: oneOf('right', 'ahead', 'behind', 'stepping'),
	/** `created_at` and `updated_at`: as they are; of every third record a day ahead, or null. */
	dates: oneOf('told', 'someInFuture', 'someMissing'),
} as const;

type Clock = 'right' | 'ahead' | 'behind' | 'stepping';

/** Every two minutes the stepping clock is set by one of these. */
const steps = [0, 90_000, -45_000, 15_000, -120_000];

const offsets: Record<Clock, (now: number) => number> = {
	right: () => 0,
	ahead: () => 20 * minuteMs,
	behind: () => -20 * minuteMs,
	stepping: (now) => steps[Math.floor(now / (2 * minuteMs)) % steps.length] ?? 0,
};

/** The service's clock, made of the one that it is given. */
export const clockOf = (given: () => Date, clock: Clock): (() => Date) => {
	const offset = offsets[clock];
	return () => {
		const now = Number(given());
		return new Date(now + offset(now));
	};
};

const dayMs = 24 * 60 * minuteMs;

/** The moment that a record tells, or null where it tells none. */
export const toldMoment = (
	dates: 'told' | 'someInFuture' | 'someMissing',
	id: number,
	moment: number,
): number | null => {
	if (dates === 'told' || id % 3 !== 0) return moment;
	return dates === 'someMissing' ? null : moment + dayMs;
};
