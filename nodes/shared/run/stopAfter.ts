import { clock } from '../concurrency/clock';
import { requireMinutes } from '../values/durations';
import { isBlank } from '../values/listEntries';

export const STOP_AFTER = { name: 'stopAfter', displayName: 'Stop After (Minutes)' };

/** The moment after which a run begins nothing new. What is left is `postponed`, and then nobody is revoked. */
export class StopTime {
	private readonly startedAt = clock.monotonic();

	private constructor(private readonly milliseconds: number) {}

	/** @param value the minutes from now; never over when blank, as where the option is not added */
	static parse(value: unknown): StopTime {
		if (isBlank(value)) return new StopTime(Infinity);
		const remedy = 'Enter the number of minutes, such as 30, or remove the option.';
		return new StopTime(requireMinutes(value, STOP_AFTER.displayName, remedy));
	}

	/** Whether the time is over, or a share of it: look-ups may take half, so that writes get the rest. */
	isOver(share = 1): boolean {
		return clock.monotonic() - this.startedAt >= this.milliseconds * share;
	}
}
