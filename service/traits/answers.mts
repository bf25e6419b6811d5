import { Refusal, type SimulatedResponse } from '../response.mts';
import { oneOf, type ValueOf } from './trait.mts';

/** How bodies differ from the documented ones, with the documented status. */
export const answerTraits = {
	/** The body of the first page of a list that is read: `{}`, a message, or no records beside the right `total`. */
	hollowList: oneOf('never', 'empty', 'message', 'noRecords'),
	/** What a GET by id returns: the record, or always 500 for every third id. */
	retrieved: oneOf('asked', 'someBroken'),
	/** What the customer and the video inside a comment show: their names too, or only their link. */
	commentSubjects: oneOf('named', 'linked'),
	/** What an error message repeats of the request's secrets. */
	echo: oneOf('nothing', 'asSent'),
} as const;

/**
 * Returns the body of a page, which may be hollow according to the trait.
 *
 * @param name key under `_embedded`
 * @param index how many pages were sent before
 */
export function hollowed(
	trait: ValueOf<typeof answerTraits.hollowList>,
	name: string,
	index: number,
	list: object,
): object {
	if (trait === 'never' || index > 0) return list;
	return {
		empty: {},
		message: { message: 'The list is being built' },
		noRecords: { ...list, count: 0, _embedded: { [name]: [] } },
	}[trait];
}

/** @throws Refusal 500 for a GET of a broken record */
export function assertTrait(trait: ValueOf<typeof answerTraits.retrieved>, id: number): void {
	if (trait === 'someBroken' && id % 3 === 0) throw new Refusal(500, 'Internal server error');
}

/** Returns a response whose error message repeats the request's secrets according to the trait. */
export function echoed(
	trait: ValueOf<typeof answerTraits.echo>,
	response: SimulatedResponse,
	{ headers, body }: { headers: Readonly<Record<string, string>>; body: string },
): SimulatedResponse {
	if (trait === 'nothing' || response.status < 400) return response;
	const [, sent = ''] = /^\w+ +(\S+)$/.exec(headers.authorization ?? '') ?? [];
	const [, secret = ''] = /"?client_secret"?[=:]"?([\w-]+)/.exec(body) ?? [];
	const text = `${sent} ${secret}`.trim();
	return {
		...response,
		json: undefined,
		body: response.body.replace(/"(message|error_description)":"/, `$&You sent ${text}: `),
	};
}
