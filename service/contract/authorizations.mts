import { z } from 'zod';

import { endpoint, href } from './common.mts';

export const authorizations = [
	endpoint('authorizations.create', 'POST', '/authorizations', {
		body: z.strictObject({ customer: href('customers'), video: href('videos') }),
	}),
] as const;
