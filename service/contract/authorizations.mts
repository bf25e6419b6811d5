import { z } from 'zod';

import { endpoint, href, link, object, text, times } from './common.mts';

export const authorization = z.looseObject({
	_links: z.looseObject({ customer: link, video: link }).nullish(),
	_embedded: object,
	token: z.string(),
	expires_at: text,
	player: z.looseObject({ host: text, path: text, html: text }).nullish(),
	...times,
});

export const authorizations = [
	endpoint('authorizations.create', 'POST', '/authorizations', {
		body: z.strictObject({ customer: href('customers'), video: href('videos') }),
		item: authorization,
	}),
] as const;
