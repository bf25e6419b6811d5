import { countOrNever } from './trait.mts';

/** When access tokens expire early. */
export const tokenTraits = {
	/** The number of the request before which the client's tokens expire, once; null for never. */
	tokensExpireBefore: countOrNever(1, 2, 3, 5),
} as const;
