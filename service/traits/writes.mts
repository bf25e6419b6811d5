import type { EndpointId } from '../contract/index.mts';
import type { SimulatedResponse } from '../response.mts';
import { oneOf, type ValueOf } from './trait.mts';

/** The response to a write that succeeded. */
export const writeTraits = {
	/** Its body: as documented, or something else with the same status; `cut` is half of the JSON. */
	writeAnswer: oneOf('body', 'nothing', 'blank', 'ok', 'cut'),
} as const;

type Written = ValueOf<typeof writeTraits.writeAnswer>;

const text = { 'content-type': 'text/plain; charset=utf-8' };

const changed: Record<Written, (response: SimulatedResponse) => Partial<SimulatedResponse>> = {
	body: () => ({}),
	nothing: () => ({ body: '' }),
	blank: ({ headers }) => ({ body: ' ', headers: { ...headers, ...text } }),
	ok: ({ headers }) => ({ body: 'OK', headers: { ...headers, ...text } }),
	cut: ({ body }) => ({ body: body.slice(0, Math.ceil(body.length / 2)) }),
};

/** Whether a POST is a query: its response is the result. */
const isQuery = (endpoint: string): boolean =>
	/^(?:accessToken|pairingCode)\./.test(endpoint) ||
	endpoint === ('customers.findByBilling' satisfies EndpointId);

/** Returns the response to a write according to the trait. Refusals, reads and 204 do not change. */
export const writtenAnswer = (
	trait: Written,
	response: SimulatedResponse,
	{ method, endpoint }: { method: string; endpoint: string | null },
): SimulatedResponse => {
	const isWrite = method !== 'GET' && !isQuery(endpoint ?? '');
	const { status } = response;
	const isChanged = trait !== 'body' && isWrite && status >= 200 && status < 300 && status !== 204;
	return isChanged ? { ...response, json: undefined, ...changed[trait](response) } : response;
};
