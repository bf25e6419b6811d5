import { toCount } from '../values/text';
import type { Result } from './result';

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
	alreadyEnded: 'already ended',
	unclear: 'unclear',
	unknownCustomer: 'unknown',
	unchanged: 'unchanged',
	failed: 'failed',
	notTried: 'not tried',
};

const countOutcome = (outcomes: string[], outcome: string) =>
	outcomes.filter((other) => other === outcome).length;

/**
 * Lists the number of each outcome that has a text, in the order of the texts.
 *
 * @example listCounts(['granted', 'unchanged'], OUTCOME_TEXTS) // '1 granted access, 1 unchanged'
 */
export function listCounts(outcomes: string[], texts: Record<string, string>): string {
	return Object.entries(texts)
		.map(([outcome, text]) => ({ text, count: countOutcome(outcomes, outcome) }))
		.filter(({ count }) => count > 0)
		.map(({ text, count }) => `${toCount(count)} ${text}`)
		.join(', ');
}

const countAll = (results: Result[]) =>
	listCounts(
		results.map(({ outcome }) => outcome),
		OUTCOME_TEXTS,
	);

/**
 * Sums up a run in a sentence that names every outcome. Rows that are only predicted have a sentence of their own. A row
 * that failed before its Dry Run was read counts among the others.
 *
 * @param areAllDry whether the rows are predicted, where that is the same for all
 * @example summarize([{ outcome: 'granted' }, { outcome: 'unchanged' }]) // '1 granted access, 1 unchanged.'
 */
export function summarize(results: Result[], areAllDry?: boolean): string {
	const isOnlyDry =
		!results.some(({ isDry }) => isDry === false) && results.some(({ isDry }) => isDry);
	const isPredicted = ({ isDry }: Result) => areAllDry ?? isDry ?? isOnlyDry;
	const predicted = results.filter(isPredicted);
	const real = results.filter((result) => !isPredicted(result));
	const sentences = [
		...(real.length > 0 || predicted.length === 0 ? [`${countAll(real)}.`] : []),
		...(predicted.length > 0 ? [`Dry run: ${countAll(predicted)}.`] : []),
	];
	return sentences.join(' ');
}

/** The outcomes of what was written. */
const WRITTEN_OUTCOMES = [
	'created',
	'granted',
	'updated',
	'revoked',
	'alreadyEnded',
	'added',
	'moved',
	'removed',
];

/**
 * Returns the sentences about the results beside the failure at which a run stops. None where nothing was written.
 *
 * @example '28 others were processed: 20 created, 8 unchanged. You can run this again: they stay unchanged. …'
 */
export function othersNote(results: Result[]): string[] {
	const done = results.filter(({ failure, isDry }) => failure === undefined && isDry !== true);
	if (!done.some(({ outcome }) => WRITTEN_OUTCOMES.includes(outcome))) return [];
	const [subject, pronoun] = done.length === 1 ? ['other was', 'it'] : ['others were', 'they'];
	const stays = done.length === 1 ? 'stays' : 'stay';
	return [
		`${toCount(done.length)} ${subject} processed: ${countAll(done)}. You can run this again: ${pronoun} ${stays} unchanged. To get their results, set "On Error" to "Continue".`,
	];
}

/**
 * Returns the name of an operation by its value.
 *
 * @example operationName('createOrUpdate') // 'Create or Update'
 */
export const operationName = (value: string): string =>
	(value.charAt(0).toUpperCase() + value.slice(1))
		.replace(/[A-Z]/g, ' $&')
		.replace(' Or ', ' or ')
		.trim();
