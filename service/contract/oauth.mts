import { z } from 'zod';

import { endpoint, integer, text } from './common.mts';
import { clientScopes } from './values.mts';

const client = { client_id: z.string().min(1), client_secret: z.string().min(1) };

export const token = z.looseObject({
	access_token: z.string(),
	token_type: text,
	expires_in: integer,
	refresh_token: text,
	scope: text,
});
export const pairingCode = z.looseObject({ code: z.string(), expires_in: integer });

export const oauth = [
	endpoint('accessToken.create', 'POST', '/oauth/token', {
		auth: 'none',
		body: z.strictObject({
			...client,
			grant_type: z.literal('client_credentials'),
			scope: z.enum(clientScopes),
		}),
		item: token,
	}),
	endpoint('accessToken.refresh', 'POST', '/oauth/token', {
		auth: 'none',
		body: z.strictObject({
			grant_type: z.literal('refresh_token'),
			refresh_token: z.string().min(1),
		}),
		item: token,
	}),
	endpoint('pairingCode.create', 'POST', '/oauth/codes', {
		auth: 'none',
		body: z.strictObject(client),
		item: pairingCode,
	}),
	endpoint('pairingCode.get', 'GET', '/oauth/codes/:code', {
		auth: 'none',
		query: z.strictObject(client),
		item: token,
	}),
] as const;
