// Replaces the language model in the demo: a few rules, enough to see the examples run.
import { z } from 'zod';
import type { ModelRequest, Reply } from '../lib/model.mts';

const PRODUCT = 101;
const UNWANTED = /casino|idiot|followers|https?:/i;

/** Sentences for the outcomes of the access operations, after the customer's address. */
const OUTCOMES: Record<string, string> = {
	created: 'is a new customer now, and can watch the product',
	granted: 'can watch the product now',
	revoked: 'can no longer watch the product',
	unchanged: 'was left as it is: there was nothing to do',
};

/** Sentences for the reasons of Check Access, after the customer's address. */
const REASONS: Record<string, string> = {
	cancelled: 'cancelled the subscription',
	paused: 'paused the subscription',
	expired: 'had access until it expired',
	refunded: 'got a refund, which ended the access',
	disabled: 'is disabled at the service',
	none: 'has never had this product, or lost it',
	unknownCustomer: 'is not a customer: ask for another address',
};

/** For the example that describes videos. */
const DESCRIPTION = '{ "description": "A made-up description." }';

const DECLINED = 'Nothing was changed: the support lead declined it, or did not answer in time.';

const resultsSchema = z.tuple([
	z.looseObject({
		outcome: z.string().default(''),
		hasAccess: z.boolean().optional(),
		reason: z.string().default(''),
		error: z.string().optional(),
	}),
]);

const contentText = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content ?? '');

/** Parses JSON; undefined for other text. */
function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Classifies a comment in the format that the example's prompt asks for. */
function classify(comment: string): string {
	const unwanted = UNWANTED.test(comment);
	const question = !unwanted && comment.includes('?');
	return JSON.stringify({ unwanted, question, fallback: !unwanted && !question });
}

/** Returns the tool for a change that the person's message asks for. */
function requestedTool(message: string): string | undefined {
	if (/revoke|take away/i.test(message)) return 'Revoke_Access';
	return /grant|give/i.test(message) ? 'Grant_Access' : undefined;
}

/** Turns the result of a tool into a sentence. */
function toSentence(email: string, toolResult: string): string {
	const result = resultsSchema.safeParse(parseJson(toolResult)).data?.[0];
	if (result?.hasAccess === true) return `${email} can watch product ${PRODUCT}.`;
	if (result?.hasAccess === false) {
		const why = REASONS[result.reason];
		return `${email} cannot watch product ${PRODUCT}${why ? `: this person ${why}` : ''}.`;
	}
	if (result?.error !== undefined) return `It was not done: ${result.error}`;
	const meaning = OUTCOMES[result?.outcome ?? ''];
	return meaning ? `Done: ${email} ${meaning}.` : DECLINED;
}

/** Checks the access of the customer in the message, then calls the tool that the message asks for. */
function support(message: string, toolResults: string[]): Reply {
	const [email] = /[^\s@"]+@[^\s@"]+\.\w+/.exec(message) ?? [];
	if (!email)
		return 'This is a script, not a language model: name a customer, as in "grant access to ada@example.com".';
	const args = { email, product: PRODUCT };
	const [check, change] = toolResults;
	if (check === undefined) return { tool: 'Check_Access', args };
	const tool = requestedTool(message);
	if (tool && change === undefined)
		return { tool, args: { toolParameters: args, hitlParameters: {} } };
	return toSentence(email, change ?? check);
}

/** Replies to one request of n8n. */
export function demoReply({ messages, tools }: ModelRequest): Reply {
	const last = messages.findLastIndex(({ role }) => role === 'user');
	const message = contentText(messages[last]?.content);
	const results = messages.slice(last + 1).filter(({ role }) => role === 'tool');
	if (/You describe videos/.test(JSON.stringify(messages))) return DESCRIPTION;
	if (tools.length === 0) return classify(message);
	return support(
		message,
		results.map(({ content }) => contentText(content)),
	);
}
