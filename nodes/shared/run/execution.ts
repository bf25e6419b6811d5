// What a node has done in one execution: in the turns of a loop, for other inputs, and before a retry. n8n keeps it with the
// execution, so that each execution begins anew.
import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { asObject } from '../data/json';
import { isBad, type OutcomeTable, type Result } from './report';

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** Returns the number of runs of the node before this one in the execution. A retry has the index of its run. */
export const runIndexOf = (context: Context): number =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/** Returns what was stored under a key by this run or an earlier one. */
export const readStored = (context: Context, key: string): IDataObject =>
	asObject(context.getContext('node')[key]);

export function store(context: Context, key: string, value: IDataObject): void {
	context.getContext('node')[key] = value;
}

const WRITES = 'writes';

type OutcomeCounts = Array<[outcome: string, count: number]>;

/** What earlier runs have written. */
export interface EarlierWrites {
	/** The number of results by outcome. */
	counts: OutcomeCounts;
	/** Whether something may have been written beside these: a row failed. */
	isUncertain: boolean;
}

const toCounts = (stored: unknown): OutcomeCounts =>
	Object.entries(asObject(stored)).map(([outcome, count]) => [outcome, Number(count)]);

/** Adds up counts by outcome. */
function sumOf(all: OutcomeCounts): OutcomeCounts {
	const sums = new Map<string, number>();
	for (const [outcome, count] of all) sums.set(outcome, (sums.get(outcome) ?? 0) + count);
	return [...sums];
}

/** Returns what the node has written in this execution before. */
export function earlierWrites(context: Context): EarlierWrites {
	const { byRun, isUncertain } = readStored(context, WRITES);
	return {
		counts: sumOf(Object.values(asObject(byRun)).flatMap(toCounts)),
		isUncertain: isUncertain === true,
	};
}

/** Returns what this run had written before n8n tried it again (Retry On Fail). */
export const writesBeforeRetry = (context: Context): OutcomeCounts =>
	toCounts(asObject(readStored(context, WRITES).byRun)[runIndexOf(context)]);

/** Remembers what a run has written, for the runs after it. */
export function rememberWrites(context: Context, results: Result[], outcomes: OutcomeTable): void {
	const { byRun, isUncertain } = readStored(context, WRITES);
	const real = results.filter(({ isDry }) => isDry === false);
	const written = real.filter(({ outcome }) => outcomes[outcome]?.isWritten);
	const counts = sumOf([
		...writesBeforeRetry(context),
		...written.map(({ outcome }): [string, number] => [outcome, 1]),
	]);
	store(context, WRITES, {
		byRun: {
			...asObject(byRun),
			...(counts.length > 0 && { [runIndexOf(context)]: Object.fromEntries(counts) }),
		},
		isUncertain: isUncertain === true || real.some(isBad),
	});
}
