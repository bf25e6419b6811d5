import { clock } from '../shared/concurrency/clock';

/** The clock of the service, in seconds, as the `Date` of its responses tells. */
export class ServiceClock {
	private latest: number | undefined;

	private first: number | undefined;

	/** Records the `Date` of a response; one without it has the time of this machine. */
	observe(date: number | undefined): void {
		this.latest = date ?? Math.floor(clock.now() / 1000);
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
