import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { asObject } from '../data/json';
import type { LimitField } from '../panel/runOptions';
import { parseWholeNumber } from '../values/checks';
import { emptyParameter, invalidParameter } from '../values/parameterErrors';
import { quote, trimText } from '../values/text';

/** The most that a node may remove, or create, in one execution. */
export interface Limit {
	amount: number;
	/** Whether the amount is a percentage of the records that are there now. */
	isPercent: boolean;
}

/** A limit of an operation: its field, and the words about what it counts. */
export interface LimitKind extends LimitField {
	/** One of the counted records: `customer`. */
	noun: string;
	/** What a dry run and a stopped run say about them: `would lose access`, `would have lost access`. */
	would: [dry: string, stopped: string];
	/** What earlier runs of a stopped execution have done to them: `lost access`. */
	past: string;
	/** The word before the name of the product whose limit it is: `to`. */
	preposition?: string;
}

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
		`Nothing was changed. Enter a whole number such as ${examples}. If "${label}" is an expression, check the value in the row.`,
	);
}

/** What a run has changed, or is going to change. */
interface Changes {
	/** What is done: `revoked`. */
	subject: string;
	/** The part of the subject that a limit limits by itself: a product. */
	scope: string;
	/** Whether the changes are only predicted. */
	isDry: boolean;
	count: number;
}

/** What a node has done in one execution, and the number of records before. */
interface Counts {
	done: number;
	/** What each stopped run wanted to do, by the index of the run: the execution stays stopped. A retry has the same index. */
	wanted: IDataObject;
	current?: number | undefined;
}

function readCounts(context: IExecuteSingleFunctions, key: string): Counts {
	const { done, wanted, current } = asObject(context.getContext('node')[key]);
	return {
		done: Number(done ?? 0),
		wanted: asObject(wanted),
		current: typeof current === 'number' ? current : undefined,
	};
}

const runIndexOf = (context: IExecuteSingleFunctions) =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/** Returns what earlier runs have done, or wanted to do before a limit stopped them. */
function countEarlier(context: IExecuteSingleFunctions, { done, wanted }: Counts): number {
	const index = String(runIndexOf(context));
	return Object.entries(wanted)
		.filter(([run]) => run !== index)
		.reduce((sum, [, count]) => sum + Number(count), done);
}

function storeCounts(context: IExecuteSingleFunctions, key: string, counts: Counts): void {
	context.getContext('node')[key] = counts;
}

const countKey = ({ subject, scope, isDry }: Changes) => ['limit', subject, scope, isDry].join(' ');

/** Returns changes counted over all scopes, for the sentence about earlier runs. */
const inAllScopes = (changes: Changes): Changes => ({ ...changes, scope: 'all' });

/**
 * Counts what a run has done for the limits of later runs in the same execution: of the turns of a loop, of other branches,
 * and of a retry. n8n keeps the numbers with the execution, so that each execution begins at 0.
 */
export function countChanges(context: IExecuteSingleFunctions, changes: Changes): void {
	for (const key of [countKey(changes), countKey(inAllScopes(changes))]) {
		const counts = readCounts(context, key);
		storeCounts(context, key, { ...counts, done: counts.done + changes.count });
	}
}

/** More changes than a limit allows, with those that the node has made before in the execution. */
export interface ExceededLimit {
	kind: LimitKind;
	limit: Limit;
	/** The changes of this run and of earlier ones. */
	count: number;
	/** Those of earlier runs in the execution, also of runs that a limit stopped. */
	earlier: number;
	/** What earlier runs have done in all scopes. */
	doneBefore: number;
	/** Whether the node has not run before in the execution. Otherwise, it may have made changes of other kinds. */
	isFirstRun: boolean;
	/** How many records there are now; 0 where the limit does not need it. */
	current: number;
	/** Whether the run is dry: a real one would be stopped. */
	isDry: boolean;
	/** The name of the product whose limit it is, where a run is about several. */
	scopeName?: string | undefined;
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
 * @param readers.current reads how many records of a scope there are now; `undefined` where the limit does not need it
 * @param readers.name reads the name of a scope, where a run is about several
 */
export async function checkLimit(
	context: IExecuteSingleFunctions,
	[kind, limit]: [LimitKind, Limit],
	planned: Changes[],
	readers: {
		current: (scope: string) => Promise<number | undefined>;
		name?: (scope: string) => Promise<string | undefined>;
	},
): Promise<ExceededLimit[]> {
	const totals = new Map<string, Changes>();
	for (const changes of planned) {
		const key = countKey(changes);
		totals.set(key, { ...changes, count: changes.count + (totals.get(key)?.count ?? 0) });
	}
	const all: ExceededLimit[] = [];
	for (const [key, changes] of totals) {
		const { count, isDry, scope } = changes;
		const before = readCounts(context, key);
		const { current = await readers.current(scope) } = before;
		const earlier = countEarlier(context, before);
		const exceeded = findExceeded(limit, count, { earlier, current });
		const wanted = exceeded && !isDry && { [runIndexOf(context)]: count };
		storeCounts(context, key, { ...before, current, wanted: { ...before.wanted, ...wanted } });
		if (!exceeded) continue;
		const { done: doneBefore } = readCounts(context, countKey(inAllScopes(changes)));
		const scopeName = await readers.name?.(scope);
		const isFirstRun = runIndexOf(context) === 0;
		all.push({ kind, limit, ...exceeded, doneBefore, isFirstRun, isDry, scopeName });
	}
	return all;
}
