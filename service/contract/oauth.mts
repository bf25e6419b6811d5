import { z } from 'zod';

import { endpoint, scope } from './common.mts';

const client = { client_id: z.string().min(1), client_secret: z.string().min(1) };

export const oauth = [
	endpoint('accessToken.create', 'POST', '/oauth/token', {
		auth: 'none',
		body: z.strictObject({
			...client,
			grant_type: z.literal('client_credentials'),
			scope: scope.optional(),
		}),
	}),
	endpoint('accessToken.refresh', 'POST', '/oauth/token', {
		auth: 'none',
		body: z.strictObject({
			grant_type: z.literal('refresh_token'),
			refresh_token: z.string().min(1),
		}),
	}),
	endpoint('pairingCode.create', 'POST', '/oauth/codes', {
		auth: 'none',
		body: z.strictObject(client),
	}),
	endpoint('pairingCode.get', 'GET', '/oauth/codes/:code', {
		auth: 'none',
		query: z.strictObject(client),
	}),
] as const;
