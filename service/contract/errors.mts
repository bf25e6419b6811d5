import { z } from 'zod';

/** The documented failures, by status (docs/service.md, Errors). */
export const errorStatuses = {
	400: 'Bad Request',
	401: 'Unauthorized',
	402: 'Payment Required',
	404: 'Not Found',
	406: 'Not Acceptable',
	422: 'Unprocessable Entity',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	501: 'Not Implemented',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
	505: 'HTTP Version Not Supported',
} as const;

/** A failure of any endpoint but those under /oauth. */
export const errorBody = z.looseObject({
	message: z.string(),
	documentation_url: z.string().nullish(),
});
/** A failure under /oauth. */
export const oauthErrorBody = z.looseObject({
	error: z.string(),
	error_description: z.string().nullish(),
});
