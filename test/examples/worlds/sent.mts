// Reads what an example would send: who gets it, and what people read.
import { readExample } from '../../../scripts/lib/examples.mts';
import type { Sent } from './engine.mts';
import { STRANGER } from './world.mts';

/** The parameters that people read. */
const READ = new Set(
	'text message subject html internalNote completionTitle completionMessage blocksUi'.split(' '),
);
const RECIPIENTS = /^(to|toEmail|email|sendTo|recipient|channelId)$/;

type Leaf = [path: string, text: string];

function leaves(value: unknown, path: string): Leaf[] {
	// An expression without a value is sent as nothing.
	if (value === undefined || value === null) return [[path, '']];
	if (typeof value === 'string') return [[path, value]];
	if (typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		leaves(inner, path ? `${path}.${name}` : name),
	);
}

/** Returns all texts in the parameters of what is sent, by their paths. */
export const leavesOf = ({ parameters }: Sent): Leaf[] => leaves(parameters, '');

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns the texts that people read. */
export const textsIn = (sent: Sent): Leaf[] =>
	leavesOf(sent).filter(([path]) => READ.has(lastOf(path)));

/** Returns whom it is sent to: addresses, and channels by their names. */
export function recipientsOf({ parameters }: Sent): string[] {
	const all = leaves(parameters, '');
	return all.flatMap(([path, text]) => {
		const name = lastOf(path);
		if (RECIPIENTS.test(name)) return [text];
		if (path === 'channelId.value') return [text];
		// A parameter of a request has its name beside its value.
		const named = all.find(([other]) => other === path.replace(/value$/, 'name'))?.[1];
		return name === 'value' && named !== undefined && RECIPIENTS.test(named) ? [text] : [];
	});
}

const isPage = ({ node }: Sent): boolean => /\.(form|respondToWebhook)$/.test(node.type);

/** Returns the messages to people that were taken. Pages and responses are none. */
export const messagesIn = (sent: Sent[]): Sent[] =>
	sent.filter(
		(one) =>
			one.isTaken && !isPage(one) && textsIn(one).length > 0 && !/langchain/.test(one.node.type),
	);

export const pagesOf = (sent: Sent[]): Sent[] => sent.filter(isPage);

/** Returns the messages to customers, and to people in rows and calls. */
export const lettersOf = (sent: Sent[], addresses: ReadonlySet<string>): Sent[] =>
	messagesIn(sent).filter((one) =>
		recipientsOf(one).some((address) => addresses.has(address.toLowerCase())),
	);

/** Texts that nobody should read: a missing value, or a greeting without a name. */
const BROKEN = /\bundefined\b|\[object Object\]|\bNaN\b|Invalid DateTime|Hello {0,2}[,!]|Hello {2}/;

/** Returns the texts in which a value is missing, each with its node and its path. */
export const brokenTexts = (sent: Sent[]): string[] => [
	...new Set(
		sent.flatMap((one) =>
			leavesOf(one)
				.filter(([, text]) => BROKEN.test(text))
				.map(([path, text]) => `${one.node.name}, ${path}: ${text.slice(0, 200)}`),
		),
	),
];

/** Returns the recipients who are empty, or neither in the data nor fixed in the example. */
export function strayRecipients(
	example: string,
	sent: Sent[],
	addresses: ReadonlySet<string>,
): string[] {
	const fixed = JSON.stringify(readExample(example).nodes);
	return sent.flatMap((one) =>
		recipientsOf(one)
			.filter((to) => to === '' || !(addresses.has(to.toLowerCase()) || fixed.includes(`"${to}"`)))
			.map((to) => `${one.node.name}: "${to}"`),
	);
}

const nameWithLink = new RegExp(`${STRANGER.name}.*${STRANGER.link}`);

/** Returns what the texts of strangers do in what people read. */
export function strangeTexts(sent: Sent[]): string[] {
	const found = sent.flatMap((one) => {
		const isSlack = one.node.type.endsWith('.slack');
		const isPlain = one.parameters.emailFormat === 'text';
		return textsIn(one).flatMap(([path, text]) => {
			const wrong: Array<[isWrong: boolean, what: string]> = [
				[text.includes(STRANGER.reversed.slice(0, 1)), 'reverses the text'],
				[isSlack && new RegExp(`^${STRANGER.line}`, 'm').test(text), 'begins a line of its own'],
				[path === 'subject' && /[\r\n]/.test(text), 'breaks the subject'],
				[path === 'subject' && text.includes(STRANGER.name), 'is a name in the subject'],
				[nameWithLink.test(text), 'is a name with a live link'],
				[isSlack && text.includes(STRANGER.ping), 'pings the channel'],
				[isSlack && text.includes(STRANGER.bold), 'is bold'],
				[isSlack && text.includes(STRANGER.link), 'is a live link'],
				[!isSlack && !isPlain && text.includes(STRANGER.html), 'is HTML'],
			];
			return wrong
				.filter(([isWrong]) => isWrong)
				.map(([, what]) => `${one.node.name}, ${path}: ${what}`);
		});
	});
	return [...new Set(found)];
}
