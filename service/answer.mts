/** What the service sends back. */
export interface SimulatedAnswer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** What an endpoint answers: without `json` the body is empty. */
export interface Reply {
	status: number;
	json?: unknown;
	headers?: Record<string, string>;
}

/** Ends a request with a failure. */
export class Refusal extends Error {
	/** Whether the request itself breaks the contract, rather than meeting a state of the account. */
	readonly isViolation: boolean;

	/** The `error` of a failure under /oauth. */
	readonly oauthError: string;

	readonly headers: Record<string, string>;

	/**
	 * @param status HTTP status
	 * @param message what the body's `message` says
	 */
	constructor(
		readonly status: number,
		message: string,
		{ isViolation = false, oauthError = 'invalid_request', headers = {} }: RefusalTraits = {},
	) {
		super(message);
		[this.isViolation, this.oauthError, this.headers] = [isViolation, oauthError, headers];
	}
}

type RefusalTraits = Partial<Pick<Refusal, 'isViolation' | 'oauthError' | 'headers'>>;

export const notFound = (what: string): Refusal =>
	new Refusal(404, `${what} not found`, { oauthError: 'not_found' });
