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

/** What earlier runs have written. */
export interface EarlierWrites {
	/** The number of results by outcome. */
	counts: Array<[outcome: string, count: number]>;
	/** Whether something may have been written beside these: a row failed. */
	isUncertain: boolean;
}

/** Returns what the node has written in this execution before. */
export function earlierWrites(context: Context): EarlierWrites {
	const { counts, isUncertain } = readStored(context, WRITES);
	return {
		counts: Object.entries(asObject(counts)).map(([outcome, count]) => [outcome, Number(count)]),
		isUncertain: isUncertain === true,
	};
}

/** Remembers what a run has written, for the runs after it. */
export function rememberWrites(context: Context, results: Result[], outcomes: OutcomeTable): void {
	const before = earlierWrites(context);
	const counts = new Map(before.counts);
	const real = results.filter(({ isDry }) => isDry === false);
	for (const { outcome } of real) {
		if (outcomes[outcome]?.isWritten) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	}
	store(context, WRITES, {
		counts: Object.fromEntries(counts),
		isUncertain: before.isUncertain || real.some(isBad),
	});
}
