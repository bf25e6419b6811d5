import { COMMON_OUTCOMES, type OutcomeTable } from '../../shared/run/report';

/** The outcomes of Sync Items, in the order of every text. */
export const ITEM_OUTCOMES = {
	added: { one: 'added', predicted: 'would be added', dry: 'wouldAdd', isWritten: true },
	moved: { one: 'moved', predicted: 'would be moved', dry: 'wouldMove', isWritten: true },
	removed: { one: 'removed', predicted: 'would be removed', dry: 'wouldRemove', isWritten: true },
	...COMMON_OUTCOMES,
} satisfies OutcomeTable;

export type ItemOutcome = keyof typeof ITEM_OUTCOMES;

/** Those that it counts with Output > Summary. */
export const ITEM_COUNTERS: readonly ItemOutcome[] = [
	'added',
	'moved',
	'removed',
	'unchanged',
	'failed',
];

/** Says that no item was removed, or would be. */
export const removingNothing = (isDry: boolean): string =>
	`Nothing ${isDry ? 'would be' : 'was'} removed`;
