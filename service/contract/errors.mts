import { z } from 'zod';

/** A failure of any endpoint but those under /oauth. */
export const errorBody = z.looseObject({
	message: z.string(),
	documentation_url: z.string().nullish(),
});
