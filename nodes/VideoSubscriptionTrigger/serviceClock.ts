import { clock } from '../shared/concurrency/clock';

/** Seconds by which two responses may disagree about the time. */
const TOLERANCE = 60;

/** How far the service's clock is ahead of this machine's, in seconds. */
interface Offsets {
	/** As used. */
	used: number;
	/** As the latest response told. */
	latest: number;
}

/** By account. Clocks do not change with a poll. */
const offsets = new Map<string, Offsets>();

const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;

/**
 * The clock of the service, in seconds, as the `Date` of its responses tells. This machine's clock is the second witness:
 * a `Date` that disagrees with the responses before it is used only when another response agrees with it. Until then the
 * earlier time counts, so that nothing fires or is forgotten too soon.
 */
export class ServiceClock {
	private latest: number | undefined;

	private first: number | undefined;

	constructor(private readonly account: string) {}

	/** Records the `Date` of a response. Returns whether another response has to confirm it. */
	observe(date: number | undefined): boolean {
		const here = Math.floor(clock.now() / 1000);
		const known = offsets.get(this.account);
		const latest = date === undefined ? (known?.latest ?? 0) : date - here;
		const witnesses = known ? [known.used, known.latest] : [0, Math.min(latest, 0)];
		const isConfirmed = witnesses.some((witness) => isNear(witness, latest));
		const used = isConfirmed ? latest : Math.min(latest, known?.used ?? 0);
		offsets.set(this.account, { used: isConfirmed ? latest : (known?.used ?? used), latest });
		this.latest = here + used;
		this.first ??= this.latest;
		return !isConfirmed;
	}

	/** The time of the latest response; without one, of this machine. */
	now(): number {
		return this.latest ?? Math.floor(clock.now() / 1000);
	}

	/** The time of the first response. */
	get startedAt(): number {
		return this.first ?? this.now();
	}

	/** Converts a time from this machine's clock to the service's. */
	fromHere(seconds: number): number {
		return seconds + (offsets.get(this.account)?.used ?? 0);
	}
}
