import { CLIENT_SECRET } from '../../kit/engine.mts';
import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	TRIED,
} from '../kit.mts';

const request = { method: 'POST', path: '/oauth/token' };
const body = {
	client_id: 'client_for_tests',
	client_secret: CLIENT_SECRET,
	grant_type: 'client_credentials',
	scope: 'read',
};
const answer = { access_token: 'abcdef', token_type: 'bearer', expires_in: 7200, scope: 'read' };

itSends('accessToken', 'create', {
	'the client and the scope of the credential, for each item': {
		parameters: {},
		input: [{}, {}],
		sends: [
			{ ...request, body },
			{ ...request, body },
		],
		answer,
		gives: [answer, [answer, 1]],
	},
	'every parameter': {
		parameters: { additionalFields: { scope: 'public' }, options: FOR_CUSTOMER },
		sends: [{ ...request, body: { ...body, scope: 'public' }, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
	'an empty scope that is set': {
		parameters: { additionalFields: { scope: '' } },
		sends: [{ ...request, body: { ...body, scope: '' } }],
		answer,
		gives: [answer],
	},
});

itRefuses('accessToken', 'create', [
	{
		names: 'Request: On Behalf Of Customer',
		parameters: { options: { onBehalfOfCustomer: chosen(TRIED) } },
		good: 7,
		bad: badIds('videos'),
	},
]);
