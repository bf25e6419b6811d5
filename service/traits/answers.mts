import type { SimulatedAnswer } from '../answer.mts';
import { oneOf } from './trait.mts';

/** How answers differ from what is documented, with the documented status. */
export const answerTraits = {
	/** What a list is answered with, in the place of its records: `{}`, a message, no `_embedded`, or another key there. */
	hollowList: oneOf('never', 'empty', 'message', 'nothingEmbedded', 'otherKey'),
	/** Which lists are hollow: the first, every second one, or each. */
	hollowTimes: oneOf('first', 'everySecond', 'each'),
	/** Whether ids are numbers everywhere, text in lists, or text everywhere. */
	ids: oneOf('numbers', 'textInLists', 'text'),
	/** What a refusal repeats of the secrets it was sent: as they came, decoded, or in another Base64. */
	echo: oneOf('nothing', 'asSent', 'decoded', 'unpadded', 'base64Url', 'withoutColon'),
} as const;

type HollowList = 'never' | 'empty' | 'message' | 'nothingEmbedded' | 'otherKey';
type Times = 'first' | 'everySecond' | 'each';

/**
 * The body of a list, or what stands in its place.
 *
 * @param index how many lists were answered before
 */
export function hollowed(
	{ hollowList, hollowTimes }: { hollowList: HollowList; hollowTimes: Times },
	index: number,
	list: object,
): object {
	const isMet = { first: index === 0, everySecond: index % 2 === 0, each: true }[hollowTimes];
	if (hollowList === 'never' || !isMet) return list;
	return {
		empty: {},
		message: { message: 'The list is being built' },
		nothingEmbedded: { ...list, _embedded: null },
		otherKey: { ...list, _embedded: { results: [] } },
	}[hollowList];
}

const textIds = (name: string, value: unknown): unknown =>
	name === 'id' && typeof value === 'number' ? String(value) : value;

/** The JSON of an answer, its ids as the trait has them. */
export function withIds(trait: 'numbers' | 'textInLists' | 'text', json: unknown): string {
	const isList =
		typeof json === 'object' && json !== null && '_embedded' in json && 'count' in json;
	const isText = trait === 'text' || (trait === 'textInLists' && isList);
	return JSON.stringify(json, isText ? textIds : undefined);
}

type Echo = 'nothing' | 'asSent' | 'decoded' | 'unpadded' | 'base64Url' | 'withoutColon';

const unpadded = (base64: string) => base64.replace(/=+$/, '');

const echoes: Record<Echo, (sent: string, decoded: string) => string> = {
	nothing: () => '',
	asSent: (sent) => sent,
	decoded: (_, decoded) => decoded,
	unpadded: (sent) => unpadded(sent),
	base64Url: (_, decoded) => Buffer.from(decoded).toString('base64url'),
	withoutColon: (_, decoded) => Buffer.from(decoded.replace(/:$/, '')).toString('base64'),
};

/** The answer to a request; a refusal repeats its secrets as the trait has it. */
export function echoed(
	trait: Echo,
	answer: SimulatedAnswer,
	{ headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): SimulatedAnswer {
	if (trait === 'nothing' || answer.status < 400) return answer;
	const [, scheme = '', sent = ''] = /^(\w+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
	const isBasic = scheme.toLowerCase() === 'basic';
	const decoded = isBasic ? Buffer.from(sent, 'base64').toString() : sent;
	const [, secret = ''] = /"?client_secret"?[=:]"?([\w-]+)/.exec(body) ?? [];
	const told = `${echoes[trait](sent, decoded)} ${secret}`.trim();
	return {
		...answer,
		body: answer.body.replace(/"(message|error_description)":"/, `$&You sent ${told}: `),
	};
}
