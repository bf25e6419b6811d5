import type { IExecuteFunctions, IWorkflowExecutionCustomData, Logger } from 'n8n-workflow';

import { clock, MINUTE_MS } from '../concurrency/clock';
import { asObject } from '../json';
import { toCount } from '../values/text';

/** The text for each outcome in a summary, in the order of the sentence. */
const OUTCOME_TEXTS: Record<string, string> = {
	created: 'created',
	granted: 'granted access',
	updated: 'updated',
	revoked: 'lost access',
	added: 'added',
	moved: 'moved',
	removed: 'removed',
	wouldCreate: 'would be created',
	wouldGrant: 'would be granted access',
	wouldUpdate: 'would be updated',
	wouldRevoke: 'would lose access',
	wouldAdd: 'would be added',
	wouldMove: 'would be moved',
	wouldRemove: 'would be removed',
	unclear: 'unclear',
	unknownCustomer: 'unknown',
	postponed: 'postponed',
	unchanged: 'unchanged',
	failed: 'failed',
};

const countOf = (outcomes: string[], outcome: string) =>
	outcomes.filter((other) => other === outcome).length;

/**
 * Lists the number of each outcome that has a text, in the order of the texts.
 *
 * @example listCounts(['granted', 'unchanged'], OUTCOME_TEXTS) // '1 granted access, 1 unchanged'
 */
export function listCounts(outcomes: string[], texts: Record<string, string>): string {
	return Object.entries(texts)
		.map(([outcome, text]) => ({ text, count: countOf(outcomes, outcome) }))
		.filter(({ count }) => count > 0)
		.map(({ text, count }) => `${toCount(count)} ${text}`)
		.join(', ');
}

/**
 * Sums up a run in one sentence that names every outcome.
 *
 * @example summarize(['granted', 'unchanged'], false) // '1 granted access, 1 unchanged.'
 */
export function summarize(outcomes: string[], isDry: boolean): string {
	return `${isDry ? 'Dry run: ' : ''}${listCounts(outcomes, OUTCOME_TEXTS)}.`;
}

const isCustomData = (value: unknown): value is IWorkflowExecutionCustomData =>
	typeof value === 'object' && value !== null && 'set' in value;

/**
 * Adds the number of each outcome to the custom data of the execution, by which n8n's list of executions is searched.
 * n8n keeps ten keys and ignores further ones.
 */
export function recordOutcomes(context: IExecuteFunctions, outcomes: string[]): void {
	const execution: unknown = context.getWorkflowDataProxy(0).$execution;
	const customData: unknown = asObject(execution).customData;
	if (!isCustomData(customData)) return;
	for (const outcome of new Set(outcomes)) {
		const earlier = Number(customData.get(outcome)) || 0;
		customData.set(outcome, String(earlier + countOf(outcomes, outcome)));
	}
}

/** Writes to n8n's log once a minute how far a run is. n8n shows no progress of a running node. */
export class ProgressLog {
	private done = 0;

	private loggedAt = clock.monotonic();

	/** @param name the node: `Sync Access` */
	constructor(
		private readonly logger: Logger | undefined,
		private readonly name: string,
		private readonly total: number,
	) {}

	/** Counts one that is done. */
	advance(): void {
		this.done++;
		const now = clock.monotonic();
		if (now - this.loggedAt < MINUTE_MS) return;
		this.loggedAt = now;
		const left = toCount(this.total - this.done);
		this.logger?.info(`${this.name}: ${toCount(this.done)} done, ${left} left`);
	}
}
