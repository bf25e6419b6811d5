import { randomUUID } from 'node:crypto';

import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { itemContext } from './itemContext.mts';

/** A response, with a body of the service's own unless given, or what n8n throws: an error, or its properties. */
export type FakeReply =
	| { status: number; body?: unknown; headers?: IDataObject }
	| { error: object };

/**
 * Replies to the requests of n8n's helpers one after the other, without n8n's engine, then with the same reply for good.
 * Without a reply, they hang.
 */
export class Replies {
	readonly sent: IHttpRequestOptions[] = [];

	/** Called while a request is under way. */
	meanwhile: () => void = () => {};

	/** Cancels the execution. */
	readonly execution = new AbortController();

	/** The ID of the credential: nothing that is kept by credential is shared with other tests. */
	readonly account = `replies ${randomUUID()}`;

	/** The reply to all requests after the others. */
	always: FakeReply | undefined;

	private readonly replies: FakeReply[] = [];

	add(...replies: FakeReply[]): void {
		this.replies.push(...replies);
	}

	get unused(): number {
		return this.replies.length;
	}

	context(authentication?: string): IExecuteSingleFunctions {
		const httpRequest = async (options: IHttpRequestOptions) => await this.reply(options);
		const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) =>
			await this.reply(options);
		return itemContext({
			authentication,
			account: this.account,
			signal: this.execution.signal,
			helpers: { httpRequest, httpRequestWithAuthentication },
		});
	}

	private async reply(options: IHttpRequestOptions): Promise<unknown> {
		this.sent.push(options);
		this.meanwhile();
		const next = this.replies.shift() ?? this.always;
		if (next === undefined) return await new Promise(() => {});
		if ('error' in next) {
			throw next.error instanceof Error
				? next.error
				: Object.assign(new Error('failed'), next.error);
		}
		const { status, headers = {} } = next;
		const { body = status < 300 ? { id: 5 } : { message: 'No.' } } = next;
		return {
			statusCode: status,
			headers,
			body: typeof body === 'string' ? body : JSON.stringify(body),
		};
	}
}

/** Returns the message and the description of the error of a request that fails. */
export async function errorOf(
	request: Promise<unknown>,
): Promise<{ message: string; description: string }> {
	return await request.then(
		() => {
			throw new Error('The request succeeded');
		},
		(error: Error & { description?: string }) => ({
			message: error.message,
			description: error.description ?? '',
		}),
	);
}
