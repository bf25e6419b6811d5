import { countOrNever } from './trait.mts';

/** When access tokens end before their two hours. */
export const tokenTraits = {
	/** Before which request, counted from the first, the client's tokens expire, once; null: they last. */
	tokensExpireBefore: countOrNever(1, 2, 3, 5),
} as const;
