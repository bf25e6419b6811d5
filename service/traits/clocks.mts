import { oneOf, type ValueOf } from './trait.mts';

const minuteMs = 60_000;

/** The service's clock and the dates of its records. */
export const clockTraits = {
	/** The service's clock: right, 20 minutes off, or repeatedly set forward and back. */
	clock: oneOf('right', 'ahead', 'behind', 'stepping'),
	/** `created_at` and `updated_at`: right, or null in every third record. */
	dates: oneOf('told', 'someMissing'),
} as const;

type Clock = ValueOf<typeof clockTraits.clock>;

/** Offsets of the stepping clock in milliseconds, each for two minutes. */
const steps = [0, 90_000, -45_000, 15_000, -120_000];

const offsets: Record<Clock, (now: number) => number> = {
	right: () => 0,
	ahead: () => 20 * minuteMs,
	behind: () => -20 * minuteMs,
	stepping: (now) => steps[Math.floor(now / (2 * minuteMs)) % steps.length] ?? 0,
};

/** Returns the service's clock, which may be wrong. */
export const clockOf = (ownClock: () => Date, clock: Clock): (() => Date) => {
	const offset = offsets[clock];
	return () => {
		const now = Number(ownClock());
		return new Date(now + offset(now));
	};
};

/** Returns the date that a record shows, or null where it shows none. */
export const shownDate = (
	dates: ValueOf<typeof clockTraits.dates>,
	id: number,
	moment: number,
): number | null => {
	return dates === 'told' || id % 3 !== 0 ? moment : null;
};
