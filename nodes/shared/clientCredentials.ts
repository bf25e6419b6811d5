import type { IDataObject, IExecuteSingleFunctions, PreSendAction } from 'n8n-workflow';

import { credentialData } from './authentication';
import type { Place } from './fields/convert';
import { preSend } from './refusal';
import { isObject } from './transport/response';

/**
 * Sends the client of the OAuth2 credential with the request, as the endpoints under `/oauth` take
 * it (spec, Token and pairing), so that no token or key needs to go beside it.
 *
 * @param place body or query
 */
export function withClient(place: Place): PreSendAction {
	return preSend(async (context: IExecuteSingleFunctions, options) => {
		const { clientId, clientSecret } = await credentialData(context);
		const values: IDataObject = isObject(options[place]) ? options[place] : {};
		options[place] = { ...values, client_id: clientId, client_secret: clientSecret };
	});
}
