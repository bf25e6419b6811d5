import type { EndpointId } from '../contract/index.mts';
import type { SimulatedAnswer } from '../answer.mts';
import { oneOf } from './trait.mts';

/** What a write that succeeded is answered with. */
export const writeTraits = {
	/** The documented body, or something else with the same status; `cut` ends in the middle of the JSON. */
	writeAnswer: oneOf('body', 'nothing', 'blank', 'ok', 'html', 'cut'),
} as const;

type Written = 'body' | 'nothing' | 'blank' | 'ok' | 'html' | 'cut';

const html = '<!DOCTYPE html>\n<html><body><h1>Thank you</h1></body></html>\n';
const text = { 'content-type': 'text/plain; charset=utf-8' };

const changed: Record<Written, (answer: SimulatedAnswer) => Partial<SimulatedAnswer>> = {
	body: () => ({}),
	nothing: () => ({ body: '' }),
	blank: ({ headers }) => ({ body: ' ', headers: { ...headers, ...text } }),
	ok: ({ headers }) => ({ body: 'OK', headers: { ...headers, ...text } }),
	html: ({ headers }) => ({
		body: html,
		headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
	}),
	cut: ({ body }) => ({ body: body.slice(0, Math.ceil(body.length / 2)) }),
};

/** Endpoints that are asked with POST for what they answer. */
const isQuestion = (endpoint: string): boolean =>
	/^(?:accessToken|pairingCode)\./.test(endpoint) ||
	endpoint === ('customers.findByBilling' satisfies EndpointId);

/** The answer to a write as the trait has it; a refusal, a read and a 204 stay as they are. */
export const writtenAnswer = (
	trait: Written,
	answer: SimulatedAnswer,
	{ method, endpoint }: { method: string; endpoint: string | null },
): SimulatedAnswer => {
	const isWrite = method !== 'GET' && !isQuestion(endpoint ?? '');
	const isChanged = isWrite && answer.status >= 200 && answer.status < 300 && answer.status !== 204;
	return isChanged ? { ...answer, ...changed[trait](answer) } : answer;
};
