import { clock } from '../shared/concurrency/clock';

/** By account, how far the service's clock is ahead of this machine's, in seconds, as the latest response told. */
const offsets = new Map<string, number>();

/**
 * The clock of the service, in seconds, as the `Date` of its responses tells. Of the latest two responses the earlier time
 * counts, and of the first one and this machine, so that a wrong `Date` lets nothing fire too soon.
 */
export class ServiceClock {
	private latest: number | undefined;

	private first: number | undefined;

	constructor(private readonly account: string) {}

	/** Records the `Date` of a response. */
	observe(date: number | undefined): void {
		const here = Math.floor(clock.now() / 1000);
		const before = offsets.get(this.account) ?? 0;
		const offset = date === undefined ? before : date - here;
		offsets.set(this.account, offset);
		this.latest = here + Math.min(before, offset);
		this.first ??= this.latest;
	}

	/** The time of the latest response; without one, of this machine. */
	now(): number {
		return this.latest ?? Math.floor(clock.now() / 1000);
	}

	/** The time of the first response. */
	get startedAt(): number {
		return this.first ?? this.now();
	}
}
