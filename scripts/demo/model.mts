// What answers in the demo in the place of a language model: a few rules, enough to see the examples run.
import { z } from 'zod';
import type { ModelRequest, Reply } from '../lib/model.mts';

const PRODUCT = '101';
const UNWANTED = /casino|idiot|followers|https?:/i;

/** A text read as JSON; none where it is no JSON. */
function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const wordsOf = (content: unknown): string =>
	typeof content === 'string' ? content : JSON.stringify(content ?? '');

/** Sorts a comment, as the example asks its model to. */
function sorted(words: string): string {
	const unwanted = UNWANTED.test(words);
	const question = !unwanted && words.includes('?');
	return JSON.stringify({ unwanted, question, fallback: !unwanted && !question });
}

/** What the agent wants to do, by the words of the person who asks. */
function wish(words: string): string | undefined {
	if (/revoke|take away/i.test(words)) return 'Revoke_Access';
	return /grant|give|cannot watch|can't watch/i.test(words) ? 'Grant_Access' : undefined;
}

/** What the person said last, and the messages since then. */
function sinceAsked({ messages }: ModelRequest) {
	const last = messages.map(({ role }) => role).lastIndexOf('user');
	return { words: wordsOf(messages[last]?.content), answers: messages.slice(last + 1) };
}

/** What each outcome means, behind the customer's address. */
const OUTCOMES: Record<string, string> = {
	created: 'is a new customer now, and can watch the product',
	granted: 'can watch the product now',
	revoked: 'can no longer watch the product',
	unchanged: 'was left as it is: there was nothing to do',
};

const resultSchema = z.looseObject({
	outcome: z.string().default(''),
	hasAccess: z.boolean().optional(),
});

/** What a tool told, as a sentence. */
function sentenceOf(email: string, told: string): string {
	const result = z.tuple([resultSchema]).safeParse(jsonOf(told)).data?.[0];
	if (result?.hasAccess !== undefined)
		return `${email} ${result.hasAccess ? 'can' : 'cannot'} watch product ${PRODUCT}.`;
	const meaning = OUTCOMES[result?.outcome ?? ''];
	return meaning ? `Done: ${email} ${meaning}.` : `It was not done: ${told.slice(0, 300)}`;
}

/** Checks the access of the address in the message, then asks to change it if that is wished for. */
function supported(request: ModelRequest): Reply {
	const { words, answers } = sinceAsked(request);
	const [email] = /[^\s@"]+@[^\s@"]+\.\w+/.exec(words) ?? [];
	if (!email)
		return 'This is a script, no language model: name a customer, as in "grant access to ada@example.com".';
	const told = answers.filter(({ role }) => role === 'tool');
	const args = { email, product: PRODUCT };
	if (told.length === 0) return { tool: 'Check_Access', args };
	const tool = wish(words);
	if (tool && told.length === 1)
		return { tool, args: { toolParameters: args, hitlParameters: {} } };
	return sentenceOf(email, wordsOf(told.at(-1)?.content));
}

/** The answer to a request of n8n. */
export const demoReply = (request: ModelRequest): Reply =>
	request.tools.length > 0 ? supported(request) : sorted(sinceAsked(request).words);
