import { Refusal, type SimulatedResponse } from '../response.mts';
import { oneOf, type ValueOf } from './trait.mts';

/** How bodies differ from the documented ones, with the documented status. */
export const answerTraits = {
	/** The body of a hollow page: `{}`, a message, or no records beside the right `total`. */
	hollowList: oneOf('never', 'empty', 'message', 'noRecords'),
	/** Which pages of lists are hollow: the first, the second, every second one, or each. */
	hollowTimes: oneOf('first', 'second', 'everySecond', 'each'),
	/** What a GET by id returns: the record, or always 500 for every third id. */
	retrieved: oneOf('asked', 'someBroken'),
	/** What the customer and the video inside a comment show: their names too, or only their link. */
	commentSubjects: oneOf('named', 'linked'),
	/** What an error message repeats of the request's secrets: as sent, or decoded. */
	echo: oneOf('nothing', 'asSent', 'decoded'),
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
		noRecords: { ...list, count: 0, _embedded: { [name]: [] } },
	}[hollowList];
}

/** @throws Refusal 500 for a GET of a broken record */
export function assertTrait(trait: ValueOf<typeof answerTraits.retrieved>, id: number): void {
	if (trait === 'someBroken' && id % 3 === 0) throw new Refusal(500, 'Internal server error');
}

type Echo = ValueOf<typeof answerTraits.echo>;

const echoes: Record<Echo, (sent: string, decoded: string) => string> = {
	nothing: () => '',
	asSent: (sent) => sent,
	decoded: (_, decoded) => decoded,
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
	const text = `${echoes[trait](sent, decoded)} ${secret}`.trim();
	return {
		...response,
		json: undefined,
		body: response.body.replace(/"(message|error_description)":"/, `$&You sent ${text}: `),
	};
}
