import type { PreSendAction } from 'n8n-workflow';

import { credentialData } from '../client/context';
import { preSend, type RequestPart } from './preSend';
import { asObject } from '../data/json';
import { trim } from '../values/text';

/**
 * Returns a step that adds the client of the OAuth2 credential to the request. The endpoints under `/oauth` authenticate
 * by it (docs/developers/service.md, Access tokens), so no token or key is sent.
 */
export function withOAuthClient(place: RequestPart): PreSendAction {
	return preSend(async (context, options) => {
		const { clientId, clientSecret } = await credentialData(context);
		options[place] = {
			...asObject(options[place]),
			client_id: trim(String(clientId)),
			client_secret: trim(String(clientSecret)),
		};
	});
}
