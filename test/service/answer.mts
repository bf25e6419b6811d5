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
	/**
	 * @param status HTTP status
	 * @param message what the body's `message` says
	 * @param isViolation whether the request itself breaks the spec, rather than meeting a state of the account
	 * @param oauthError the `error` of a failure under /oauth
	 */
	constructor(
		readonly status: number,
		message: string,
		readonly isViolation = false,
		readonly oauthError = 'invalid_request',
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

export const notFound = (what: string): Refusal =>
	new Refusal(404, `${what} not found`, false, 'not_found');
