import { type IExecuteSingleFunctions, type INodeProperties, UserError } from 'n8n-workflow';

import { asObject } from '../json';
import { parseWholeNumber } from '../parameters/checks';
import { emptyParameter, invalidParameter } from '../values/errors';
import { quote, trimText } from '../values/text';
import { toCount } from './report';

/** The most that a node may remove, or create, in one execution. */
export interface Limit {
	amount: number;
	/** Whether the amount is a percentage of the records that are there now. */
	isPercent: boolean;
}

/** The words of one operation about what its limit counts. */
export interface LimitTexts {
	/** The display name of the field: `Stop If More Than`. */
	label: string;
	singular: string;
	plural: string;
	/** What a dry run says about the counted records: `would lose access`. */
	would: string;
	/** What a stopped run says about them: `would have lost access`. */
	wouldHave: string;
	/** What a dry run shows: `who they are`. */
	look: string;
	/** Whether the counted records are some of those that are there now, so that a text says `3 of 20`. */
	areAmongCurrent: boolean;
}

const PERCENTAGE = /^(\d{1,3}(?:\.\d{1,3})?)\s*(?:%|percent)$/i;

/**
 * Parses a limit: a whole number or a percentage.
 *
 * @throws UserError for any other value and for a blank, so that nothing is removed or created by mistake
 * @example parseLimit('10%', 'Stop If More Than') // { amount: 10, isPercent: true }
 */
export function parseLimit(value: unknown, label: string): Limit {
	const text = trimText(value);
	if (text === '' || text === undefined || text === null) throw emptyParameter(label);
	const percentage = typeof text === 'string' ? PERCENTAGE.exec(text)?.[1] : undefined;
	if (percentage !== undefined) return { amount: Number(percentage), isPercent: true };
	const amount = parseWholeNumber(text);
	if (amount !== undefined && amount >= 0) return { amount, isPercent: false };
	throw invalidParameter(
		label,
		`is neither a whole number nor a percentage: ${quote(value)}`,
		`Nothing was changed. Enter a whole number such as 25, or a percentage such as 10%. If "${label}" is an expression, check the value in the row.`,
	);
}

/** Returns the text field of a limit. */
export function limitField(
	texts: LimitTexts,
	field: Pick<INodeProperties, 'name' | 'default' | 'description'>,
): INodeProperties {
	return { displayName: texts.label, type: 'string', placeholder: 'e.g. 25 or 10%', ...field };
}

interface LimitCounts {
	/** What this run would remove or create. */
	planned: number;
	/** What the node has removed or created earlier in this execution. */
	earlier?: number;
	/** The records that a percentage refers to: those that were there when the execution began. */
	current?: number;
}

interface Exceeded {
	/** What a dry run says. */
	note: string;
	/** The failure of a real run. */
	error: UserError;
}

/** Returns what a run says that would do more than its limit allows. A percentage always allows one. */
export function findExceeded(
	{ amount, isPercent }: Limit,
	{ planned, earlier = 0, current }: LimitCounts,
	texts: LimitTexts,
): Exceeded | undefined {
	const count = planned + earlier;
	const most = isPercent ? Math.max(1, ((current ?? 0) * amount) / 100) : amount;
	if (planned === 0 || count <= most) return undefined;
	// The current records may leave out some that are removed as well, such as customers whose access has lapsed.
	const isPart = texts.areAmongCurrent && current !== undefined && count <= current;
	const counted = isPart ? `${toCount(count)} of ${toCount(current)}` : toCount(count);
	const when = earlier > 0 ? ' in this execution' : '';
	const allowed = isPercent ? `${amount}%` : toCount(amount);
	const noun = counted === '1' ? texts.singular : texts.plural;
	return {
		note: `${counted} ${texts.would}${when}: more than ${allowed}, so nothing would be done.`,
		error: new UserError(
			`Stopped: ${counted} ${noun} ${texts.wouldHave}${when}, more than ${allowed}`,
			{
				description: `Nothing was changed. Turn on "Dry Run" to see ${texts.look}. If the list is right, raise "${texts.label}" and run this again.`,
			},
		),
	};
}

/** Throws when a real run would do more than its limit allows. Returns what a dry run says about it. */
export function assertWithinLimit(
	limit: Limit,
	counts: LimitCounts,
	texts: LimitTexts,
	isDry: boolean,
): string[] {
	const exceeded = findExceeded(limit, counts, texts);
	if (!exceeded) return [];
	if (!isDry) throw exceeded.error;
	return [exceeded.note];
}

const STATE = 'limitCounts';

/**
 * Counts what a node has done in one execution: in the turns of a loop, on several branches, and before a retry. n8n keeps
 * the numbers with the execution, so that each execution begins at 0.
 */
export class ExecutionCounter {
	/**
	 * @param key what is counted: the product or collection, removals or creations, and whether the run is dry
	 */
	constructor(
		private readonly context: Pick<IExecuteSingleFunctions, 'getContext'>,
		private readonly key: string,
	) {}

	/** Returns the counts for a limit. `current` counts the first time, before the node has changed it. */
	countsFor(planned: number, current: number): LimitCounts {
		const stored = this.read();
		const counts = { planned, earlier: stored.done, current: stored.current ?? current };
		this.write({ ...stored, current: counts.current });
		return counts;
	}

	/** Adds what was done. */
	add(count: number): void {
		const stored = this.read();
		this.write({ ...stored, done: stored.done + count });
	}

	private read(): { done: number; current?: number } {
		const { done, current } = asObject(asObject(this.context.getContext('node')[STATE])[this.key]);
		return { done: Number(done ?? 0), ...(typeof current === 'number' && { current }) };
	}

	private write(counts: { done: number; current?: number }): void {
		const state = this.context.getContext('node');
		state[STATE] = { ...asObject(state[STATE]), [this.key]: counts };
	}
}
