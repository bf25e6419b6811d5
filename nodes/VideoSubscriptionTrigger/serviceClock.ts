import { clock } from '../shared/concurrency/clock';

/** The clock of the service in one poll, in seconds since the epoch: it advances with each response. */
export class ServiceClock {
	private latest: number | undefined;

	private first: number | undefined;

	/** Records the `Date` of a response; one without it has the time of this machine. */
	observe(date: number | undefined): void {
		this.latest = date ?? Math.floor(clock.now() / 1000);
		this.first ??= this.latest;
	}

	/** The `Date` of the latest response; before the first one, the time of this machine. */
	now(): number {
		return this.latest ?? Math.floor(clock.now() / 1000);
	}

	/** The `Date` of the first response: when the poll began, for lists that it reads. */
	get startedAt(): number {
		return this.first ?? this.now();
	}
}
