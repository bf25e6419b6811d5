import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../concurrency/mapConcurrent';
import { outputMode, SUMMARY } from '../output/projection';
import { invalidParameter } from '../values/parameterErrors';
import { predictedStop, stopOf } from './lines';
import type { Counters, Report, Result } from './report';

/** Whether Output is Summary: one item for the whole run. Throws where only some items of the run ask for it. */
export async function isSummaryRun(contexts: IExecuteSingleFunctions[]): Promise<boolean> {
	const modes = await mapYielding(contexts, outputMode);
	const asking = modes.filter((mode) => mode === SUMMARY);
	if (asking.length === 0 || asking.length === modes.length) return asking.length > 0;
	throw invalidParameter(
		'Output',
		'differs between items',
		'A summary is of the whole run: use the same Output for all items.',
	);
}

/** Returns the counts of a run by outcome, zeros included. What was not tried has failed where it has no count of its own. */
function countsOf(results: Result[], counters: Counters): IDataObject {
	const counted = results.map(({ outcome }) =>
		outcome === 'notTried' && !counters.includes(outcome) ? 'failed' : outcome,
	);
	const count = (outcome: string) => counted.filter((other) => other === outcome).length;
	return Object.fromEntries(counters.map((outcome) => [outcome, count(outcome)]));
}

/**
 * Returns the item of a run with Output > Summary.
 *
 * @param parts.lines the lines of the run
 * @param parts.stopped the sentence of what ended the run before its first write
 * @param parts.rows the items that the run would return with Output > Simplified
 */
export function summaryItem(
	{ results, exceeded = [] }: Report,
	counters: Counters,
	parts: { lines: string[]; stopped: string | undefined; rows: IDataObject[] },
): IDataObject {
	const isDry = results.length > 0 && results.every((result) => result.isDry !== false);
	const isKnownDry = isDry && results.some((result) => result.isDry === true);
	const stopped = parts.stopped ?? predictedStop(exceeded);
	return {
		text: parts.lines.join('\n'),
		...countsOf(results, counters),
		isDryRun: isKnownDry && stopOf(exceeded) === undefined,
		...(stopped !== undefined && { stopped }),
		rows: parts.rows,
	};
}
