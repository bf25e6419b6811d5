import { Refusal, type SimulatedResponse } from '../response.mts';
import { oneOf, type ValueOf } from './trait.mts';

/** How bodies differ from the documented ones, with the documented status. */
export const answerTraits = {
	/**
	 * The body of a hollow page: `{}`, a message, no `_embedded`, another key there, or no records beside the right
	 * `total`.
	 */
	hollowList: oneOf('never', 'empty', 'message', 'nothingEmbedded', 'otherKey', 'noRecords'),
	/** Which pages of lists are hollow: the first, the second, every second one, or each. */
	hollowTimes: oneOf('first', 'second', 'everySecond', 'each'),
	/** Ids: numbers, text in lists, text everywhere, or null in every third record of a list. */
	ids: oneOf('numbers', 'textInLists', 'text', 'someNull'),
	/** What a GET by id returns: the record, another one of its kind, or always 500 for every third id. */
	retrieved: oneOf('asked', 'another', 'someBroken'),
	/** What an error message repeats of the request's secrets: as sent, decoded, or in another Base64. */
	echo: oneOf('nothing', 'asSent', 'decoded', 'unpadded', 'base64Url', 'withoutColon'),
} as const;

const isHollow = {
	first: (index: number) => index === 0,
	second: (index: number) => index === 1,
	everySecond: (index: number) => index % 2 === 0,
	each: () => true,
};

/**
 * Returns the body of a page, which may be hollow according to the traits.
 *
 * @param name key under `_embedded`
 * @param index how many pages were sent before
 */
export function hollowed(
	{
		hollowList,
		hollowTimes,
	}: { hollowList: ValueOf<typeof answerTraits.hollowList>; hollowTimes: keyof typeof isHollow },
	name: string,
	index: number,
	list: object,
): object {
	const isMet = isHollow[hollowTimes](index);
	if (hollowList === 'never' || !isMet) return list;
	return {
		empty: {},
		message: { message: 'The list is being built' },
		nothingEmbedded: { ...list, _embedded: null },
		otherKey: { ...list, _embedded: { results: [] } },
		noRecords: { ...list, count: 0, _embedded: { [name]: [] } },
	}[hollowList];
}

const everyThird = (id: number): boolean => id % 3 === 0;

type Ids = ValueOf<typeof answerTraits.ids>;
const shownId: Record<Ids, (id: number, isInList: boolean) => unknown> = {
	numbers: (id) => id,
	textInLists: (id, isInList) => (isInList ? String(id) : id),
	text: String,
	someNull: (id, isInList) => (isInList && everyThird(id) ? null : id),
};

/** Returns the JSON of a body, with ids according to the trait. */
export function withIds(trait: Ids, json: unknown): string {
	if (trait === 'numbers') return JSON.stringify(json);
	const isList =
		typeof json === 'object' && json !== null && '_embedded' in json && 'count' in json;
	return JSON.stringify(json, (name, value: unknown) =>
		name === 'id' && typeof value === 'number' ? shownId[trait](value, isList) : value,
	);
}

/**
 * Returns the id of the record that a GET by id returns.
 *
 * @param exists whether the kind has a record with an id
 * @throws Refusal 500 for a broken record
 */
export function retrievedId(
	trait: ValueOf<typeof answerTraits.retrieved>,
	id: number,
	exists: (id: number) => boolean,
): number {
	if (trait === 'someBroken' && everyThird(id)) throw new Refusal(500, 'Internal server error');
	return trait === 'another' ? ([id + 1, id - 1].find(exists) ?? id) : id;
}

type Echo = ValueOf<typeof answerTraits.echo>;

const unpadded = (base64: string) => base64.replace(/=+$/, '');

const echoes: Record<Echo, (sent: string, decoded: string) => string> = {
	nothing: () => '',
	asSent: (sent) => sent,
	decoded: (_, decoded) => decoded,
	unpadded: (sent) => unpadded(sent),
	base64Url: (_, decoded) => Buffer.from(decoded).toString('base64url'),
	withoutColon: (_, decoded) => Buffer.from(decoded.replace(/:$/, '')).toString('base64'),
};

/** Returns a response whose error message repeats the request's secrets according to the trait. */
export function echoed(
	trait: Echo,
	response: SimulatedResponse,
	{ headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): SimulatedResponse {
	if (trait === 'nothing' || response.status < 400) return response;
	const [, scheme = '', sent = ''] = /^(\w+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
	const isBasic = scheme.toLowerCase() === 'basic';
	const decoded = isBasic ? Buffer.from(sent, 'base64').toString() : sent;
	const [, secret = ''] = /"?client_secret"?[=:]"?([\w-]+)/.exec(body) ?? [];
	const told = `${echoes[trait](sent, decoded)} ${secret}`.trim();
	return {
		...response,
		json: undefined,
		body: response.body.replace(/"(message|error_description)":"/, `$&You sent ${told}: `),
	};
}
