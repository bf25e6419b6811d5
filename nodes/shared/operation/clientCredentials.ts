import type { IExecuteSingleFunctions, PreSendAction } from 'n8n-workflow';

import type { RequestPart } from '../validation/convert';
import { credentialData } from '../http/credential';
import { asObject } from '../json';
import { preSend } from '../validation/refusal';

/**
 * Sends the client of the OAuth2 credential with the request, as the endpoints under `/oauth` take it (docs/service.md,
 * Access tokens), so that no token or key needs to go beside it.
 */
export function withClient(place: RequestPart): PreSendAction {
	return preSend(async (context: IExecuteSingleFunctions, options) => {
		const { clientId, clientSecret } = await credentialData(context);
		options[place] = {
			...asObject(options[place]),
			client_id: clientId,
			client_secret: clientSecret,
		};
	});
}
