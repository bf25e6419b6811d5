/** A response of the service. */
export interface SimulatedResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** Serialized when it is read. */
	readonly body: string;
	/** The parsed `body`, unless a trait or fault has changed the text. Saves callers in this process from parsing it. */
	readonly json?: unknown;
}

/** The result of a handler; without `json` the body is empty. */
export interface HandlerResponse {
	status: number;
	json?: unknown;
	headers?: Record<string, string>;
}

interface RefusalOptions {
	/** Whether the request breaks the contract, rather than not fitting the state of the account. */
	isViolation?: boolean;
	/** The `error` of the body under /oauth. */
	oauthError?: string;
	headers?: Record<string, string>;
}

/** Thrown by a handler to end a request with a failure. `message` becomes the `message` of the body. */
export class Refusal extends Error {
	readonly isViolation: boolean;
	readonly oauthError: string;
	readonly headers: Record<string, string>;

	constructor(
		readonly status: number,
		message: string,
		{ isViolation = false, oauthError = 'invalid_request', headers = {} }: RefusalOptions = {},
	) {
		super(message);
		[this.isViolation, this.oauthError, this.headers] = [isViolation, oauthError, headers];
	}
}

/** The refusal of a request that breaks the contract. */
export const violation = (status: number, message: string, options: RefusalOptions = {}): Refusal =>
	new Refusal(status, message, { ...options, isViolation: true });

export const unauthorized = (message: string): Refusal =>
	new Refusal(401, message, { oauthError: 'invalid_client' });

export const notFound = (what: string): Refusal =>
	new Refusal(404, `${what} not found`, { oauthError: 'not_found' });

export const unprocessable = (message: string): Refusal => new Refusal(422, message);
