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

const sent = {
	method: 'POST',
	path: '/oauth/codes',
	body: { client_id: 'client_for_tests', client_secret: CLIENT_SECRET },
};
const answer = { code: 'A1B2C3', expires_in: 1800 };

itSends('pairingCode', 'create', {
	'nothing but the client of the credential, for each item': {
		parameters: {},
		input: [{}, {}],
		sends: [sent, sent],
		answer,
		gives: [answer, [answer, 1]],
	},
	'every parameter': {
		parameters: { options: FOR_CUSTOMER },
		sends: [{ ...sent, headers: CUSTOMER_HEADERS }],
		answer,
		gives: [answer],
	},
});

itRefuses('pairingCode', 'create', [
	{
		names: 'Request: On Behalf Of Customer',
		parameters: { options: { onBehalfOfCustomer: chosen(TRIED) } },
		good: 7,
		bad: badIds('videos'),
	},
]);
