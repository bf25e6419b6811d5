import { z } from 'zod';

/** The body of a failure, except under /oauth. */
export const errorBody = z.looseObject({
	message: z.string(),
	documentation_url: z.string().nullish(),
});
