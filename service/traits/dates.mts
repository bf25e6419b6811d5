import { oneOf, type ValueOf } from './trait.mts';

/** The dates of records. */
export const dateTraits = {
	/** `created_at` and `updated_at`: right, or null in every third record. */
	dates: oneOf('told', 'someMissing'),
} as const;

/** Returns the date that a record shows, or null where it shows none. */
export const shownDate = (
	dates: ValueOf<typeof dateTraits.dates>,
	id: number,
	moment: number,
): number | null => {
	return dates === 'told' || id % 3 !== 0 ? moment : null;
};
