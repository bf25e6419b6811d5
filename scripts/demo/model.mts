// What answers in the demo in the place of a language model: a few rules, enough to see the examples run.
import type { ModelRequest, Reply } from '../../test/e2e/kit/model.mts';

const PRODUCT = '101';
const UNWANTED = /casino|idiot|followers|https?:/i;

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
	return `The tool said: ${wordsOf(told.at(-1)?.content).slice(0, 400)}`;
}

/** The answer to a request of n8n. */
export const demoReply = (request: ModelRequest): Reply =>
	request.tools.length > 0 ? supported(request) : sorted(sinceAsked(request).words);
