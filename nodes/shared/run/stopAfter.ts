import type { INodeProperties } from 'n8n-workflow';

import { clock } from '../concurrency/clock';
import { requireMinutes } from '../values/minutes';
import { isBlank } from '../values/lists';

const LABEL = 'Stop After (Minutes)';

/** Returns the option after whose time nothing more is begun. */
export function stopAfterField(): INodeProperties {
	return {
		displayName: LABEL,
		name: 'stopAfter',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 30,
		description:
			'The number of minutes after which the node begins nothing new and ends normally. The rest gets the outcome postponed, and a later run continues with it.',
	};
}

/** The moment after which a run begins nothing new. What is left is `postponed`, and then nobody is revoked. */
export class StopTime {
	private readonly startedAt = clock.monotonic();

	private constructor(private readonly milliseconds: number) {}

	/** @param value the minutes from now; never over when blank, as where the option is not added */
	static parse(value: unknown): StopTime {
		if (isBlank(value)) return new StopTime(Infinity);
		const remedy =
			'Nothing was changed. Enter the number of minutes, such as 30, or remove the option.';
		return new StopTime(requireMinutes(value, LABEL, remedy));
	}

	/** The share of the time that is over: 0 at the start, 1 at the end. */
	get share(): number {
		return (clock.monotonic() - this.startedAt) / this.milliseconds;
	}
}
