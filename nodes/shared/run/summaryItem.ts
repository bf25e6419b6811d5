import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { mapYielding } from '../concurrency/mapConcurrent';
import { outputMode, SUMMARY } from '../output/projection';
import { invalidParameter } from '../values/parameterErrors';
import type { ExceededLimit } from './limit';
import { countsOf, limitError, stoppedForReal, stoppedSentence, summaryText } from './sentences';
import type { Counters, Report } from './summary';

/** Whether Output is Summary: one item for the whole run. Throws where only some items of the run ask for it. */
export async function isSummaryRun(contexts: IExecuteSingleFunctions[]): Promise<boolean> {
	const modes = await mapYielding(contexts, outputMode);
	const asking = modes.filter((mode) => mode === SUMMARY);
	if (asking.length === 0 || asking.length === modes.length) return asking.length > 0;
	throw invalidParameter(
		'Output',
		'differs between items',
		'Nothing was changed. A summary is of the whole run: use the same Output for all items.',
	);
}

/** Whether what ends a run becomes a summary of what would have been done. */
const isStopShown = (context: IExecuteSingleFunctions) =>
	context.continueOnFail() && outputMode(context) === SUMMARY;

/**
 * Whether a limit stops a run, so that its changes are only predicted. A dry run goes on.
 *
 * @throws the error of the limits, unless the run ends in a summary
 */
export function isStopped(context: IExecuteSingleFunctions, exceeded: ExceededLimit[]): boolean {
	const [first, ...others] = exceeded.filter(({ isDry }) => !isDry);
	if (!first) return false;
	if (isStopShown(context)) return true;
	const isDryRunAnOption = context.getNodeParameter('dryRun', null) === null;
	throw limitError([first, ...others], isDryRunAnOption);
}

/** Whether anything of a run failed, was not tried, or was stopped by a limit. */
export const hasGoneWrong = (report: Report): boolean =>
	stoppedForReal(report) !== undefined ||
	report.results.some(({ outcome }) => ['failed', 'notTried'].includes(outcome));

/**
 * Returns the item of a run with Output > Summary.
 *
 * @param rows the items that the run would return with Output > Simplified
 * @param stopped the sentence of what ended the run; by default, that of a limit
 */
export function summaryItem(
	report: Report,
	counters: Counters,
	rows: IDataObject[],
	stopped = stoppedSentence(report),
): IDataObject {
	const { results } = report;
	const isDry = results.length > 0 && results.every((result) => result.isDry !== false);
	const isKnownDry = isDry && results.some((result) => result.isDry === true);
	return {
		text: summaryText(report, stopped),
		...countsOf(results, counters),
		isDryRun: isKnownDry && stoppedForReal(report) === undefined,
		...(stopped !== undefined && { stopped }),
		rows,
	};
}
