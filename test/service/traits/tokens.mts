import { countOrNever } from './trait.mts';

/** When access tokens end before their two hours. */
export const tokenTraits = {
	/** After this many requests a client's token has expired; null: it lasts. */
	tokenUses: countOrNever(1, 2, 3),
} as const;
