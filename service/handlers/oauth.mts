import { endpointOf } from '../contract/index.mts';
import { notFound, Refusal, unauthorized } from '../response.mts';
import type { World } from '../call.mts';
import { on } from '../route.mts';

const checkClient = (
	{ settings }: World,
	client: { client_id: string; client_secret: string },
): void => {
	const { clientId, clientSecret } = settings;
	if (client.client_id !== clientId || client.client_secret !== clientSecret) {
		throw unauthorized('Client authentication failed');
	}
};

export const oauthRoutes = [
	on(endpointOf('accessToken.create'), (call) => {
		checkClient(call, call.body);
		return { status: 200, json: call.tokens.forClient(call.body.scope) };
	}),
	on(endpointOf('accessToken.refresh'), ({ tokens, body }) => {
		const refreshed = tokens.refreshed(body.refresh_token);
		if (refreshed === undefined) {
			throw new Refusal(400, 'The refresh token is not valid', { oauthError: 'invalid_grant' });
		}
		return { status: 200, json: refreshed };
	}),
	on(endpointOf('pairingCode.create'), (call) => {
		checkClient(call, call.body);
		return { status: 200, json: call.tokens.newCode() };
	}),
	on(endpointOf('pairingCode.get'), (call) => {
		checkClient(call, call.query);
		const tokens = call.tokens.redeem(call.params.code ?? '');
		if (tokens === undefined) throw notFound('Paired code');
		return { status: 200, json: tokens };
	}),
];
