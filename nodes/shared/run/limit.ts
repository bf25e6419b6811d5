import { type IDataObject, type IExecuteSingleFunctions, UserError } from 'n8n-workflow';

import { asObject } from '../data/json';
import { outputMode, SUMMARY } from '../output/projection';
import type { LimitField } from '../panel/runOptions';
import { parseWholeNumber } from '../values/checks';
import { emptyParameter, invalidParameter } from '../values/parameterErrors';
import { quote, trimText } from '../values/text';
import { readStored, runIndexOf, store } from './execution';
import { stopOf } from './lines';
import type { ExceededLimit, Limit, LimitKind } from './report';

const PERCENTAGE = /^(\d{1,3}(?:\.\d{1,3})?)\s*(?:%|percent)$/i;

/**
 * Parses a limit: a whole number, or a percentage where the limit takes one.
 *
 * @throws UserError for any other value and for a blank, so that nothing is removed or created by mistake
 * @example parseLimit('10%', { label: 'Stop If More Revoked Than', takesPercent: true }) // { amount: 10, isPercent: true }
 */
export function parseLimit(
	value: unknown,
	{ label, takesPercent }: Pick<LimitField, 'label' | 'takesPercent'>,
): Limit {
	const text = trimText(value);
	if (text === '' || text === undefined || text === null) throw emptyParameter(label);
	const percentage = typeof text === 'string' ? PERCENTAGE.exec(text)?.[1] : undefined;
	if (percentage !== undefined && takesPercent) {
		return { amount: Number(percentage), isPercent: true };
	}
	const amount = parseWholeNumber(text);
	if (amount !== undefined && amount >= 0) return { amount, isPercent: false };
	const [problem, examples] = takesPercent
		? ['is neither a whole number nor a percentage', '25, or a percentage such as 10%']
		: ['is not a whole number', '100'];
	throw invalidParameter(
		label,
		`${problem}: ${quote(value)}`,
		`Enter a whole number such as ${examples}. If "${label}" is an expression, check the value in the row.`,
	);
}

/** Changes of a run that a limit counts together. */
interface CountedChanges {
	/** The list that is changed, and how: `stopIfMoreRevokedThan`. */
	list: string;
	/** What a limit limits by itself within the list: a product. */
	part: string;
	/** Whether the changes are only predicted. */
	isDry: boolean;
	count: number;
}

/** What a node has done in one execution, and the number of records before. */
interface LimitCounts {
	applied: number;
	/** What each stopped run wanted to do, by the index of the run: the execution stays stopped. A retry has the same index. */
	wanted: IDataObject;
	current: number | undefined;
}

function readCounts(context: IExecuteSingleFunctions, key: string): LimitCounts {
	const { applied, wanted, current } = readStored(context, key);
	return {
		applied: Number(applied ?? 0),
		wanted: asObject(wanted),
		current: typeof current === 'number' ? current : undefined,
	};
}

/** Returns what earlier runs have done, or wanted to do before a limit stopped them. */
function countEarlier(context: IExecuteSingleFunctions, { applied, wanted }: LimitCounts): number {
	const index = String(runIndexOf(context));
	return Object.entries(wanted)
		.filter(([run]) => run !== index)
		.reduce((sum, [, count]) => sum + Number(count), applied);
}

const countKey = ({ list, part, isDry }: CountedChanges) => ['limit', list, part, isDry].join(' ');

/** Counts what a run has done for the limits of later runs in the same execution. */
export function countChanges(context: IExecuteSingleFunctions, changes: CountedChanges): void {
	const key = countKey(changes);
	const counts = readCounts(context, key);
	store(context, key, { ...counts, applied: counts.applied + changes.count });
}

/** Returns what is more than a limit allows, if it is. A percentage always allows one, but 0% allows none. */
function findExceeded(
	{ amount, isPercent }: Limit,
	planned: number,
	{ earlier, current = 0 }: { earlier: number; current: number | undefined },
): Pick<ExceededLimit, 'count' | 'earlier' | 'current'> | undefined {
	const count = planned + earlier;
	const maxCount = isPercent && amount > 0 ? Math.max(1, (current * amount) / 100) : amount;
	return planned === 0 || count <= maxCount ? undefined : { count, earlier, current };
}

/**
 * Returns where a run would, with what the node has done before in this execution, do more than its limit allows.
 *
 * @param readers.current reads how many records of a part there are now; `undefined` where the limit does not need it
 * @param readers.name reads the name of a part, where a run is about several
 */
export async function checkLimit(
	context: IExecuteSingleFunctions,
	[kind, limit]: [LimitKind, Limit],
	planned: CountedChanges[],
	readers: {
		current: (part: string) => Promise<number | undefined>;
		name?: (part: string) => Promise<string | undefined>;
	},
): Promise<ExceededLimit[]> {
	const totals = new Map<string, CountedChanges>();
	for (const changes of planned) {
		const key = countKey(changes);
		totals.set(key, { ...changes, count: changes.count + (totals.get(key)?.count ?? 0) });
	}
	const all: ExceededLimit[] = [];
	for (const [key, { count, isDry, part }] of totals) {
		const before = readCounts(context, key);
		const { current = await readers.current(part) } = before;
		const earlier = countEarlier(context, before);
		const exceeded = findExceeded(limit, count, { earlier, current });
		const wanted = exceeded && !isDry && { [runIndexOf(context)]: count };
		store(context, key, { ...before, current, wanted: { ...before.wanted, ...wanted } });
		if (!exceeded) continue;
		all.push({ kind, limit, ...exceeded, isDry, name: await readers.name?.(part) });
	}
	return all;
}

/** Whether a run that a limit stops becomes a summary of what would have been done. */
const isStopShown = (context: IExecuteSingleFunctions) =>
	context.continueOnFail() && outputMode(context) === SUMMARY;

/**
 * Whether a limit stops a run, so that its changes are only predicted. A dry run goes on.
 *
 * @throws the error of the limits, unless the run ends in a summary
 */
export function isStopped(context: IExecuteSingleFunctions, exceeded: ExceededLimit[]): boolean {
	const stop = stopOf(exceeded);
	if (stop === undefined) return false;
	if (isStopShown(context)) return true;
	const isDryRunAnOption = context.getNodeParameter('dryRun', null) === null;
	const preview = isDryRunAnOption ? 'Add "Dry Run" under "Options"' : 'Turn on "Dry Run"';
	throw new UserError(stop.headline, { description: `${preview} to see them. ${stop.details}` });
}
