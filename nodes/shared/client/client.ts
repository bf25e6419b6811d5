import {
	type DeclarativeRestApiSettings,
	type IDataObject,
	type IExecuteSingleFunctions,
	NodeApiError,
	UserError,
} from 'n8n-workflow';

import { asObject } from '../data/json';
import { hrefOf, type ResourceName } from '../ids/resources';
import { requireBaseUrl } from '../values/baseUrl';
import type { ServiceContext } from './context';
import { asNodeError, catchStatus } from './errors';
import type { Connection, RequestOptions, ServiceRequest } from './request';
import type { HttpResponse } from './response';
import { RequestSender } from './sender';
import { isWithheld, rehearse } from './testMode';

/** Sends requests to the service for one item, run or poll: within the rate limits, and repeated where that is safe. */
export class Client {
	constructor(
		readonly context: ServiceContext,
		private readonly connection: Connection,
		/** What has been looked up, by name, so that each thing is looked up once. */
		readonly lookups: Record<string, Promise<string>> = {},
	) {}

	private parsedBaseUrl: string | undefined;

	/** The address that every path and href begins with. Throws UserError for an invalid Base URL in the credential. */
	get baseUrl(): string {
		this.parsedBaseUrl ??= requireBaseUrl(this.connection.baseURL);
		return this.parsedBaseUrl;
	}

	/** Returns the full address of a record, for arguments documented as `href`. */
	hrefOf(kind: ResourceName, id: string): string {
		return hrefOf(id, kind, this.baseUrl);
	}

	/** A key that clients share which send the same headers. */
	get headerKey(): string {
		return JSON.stringify(this.connection.headers ?? {});
	}

	/** Returns a client that also sends these headers. */
	withHeaders(headers: IDataObject): Client {
		const merged = { ...this.connection.headers, ...headers };
		return new Client(this.context, { ...this.connection, headers: merged }, this.lookups);
	}

	/** Returns a client for another item of the same run. */
	withContext(context: ServiceContext): Client {
		return new Client(context, this.connection, this.lookups);
	}

	/**
	 * @returns the response, with a status between 200 and 299
	 * @throws NodeApiError with cause, remedy, the service's words and the item, free of secrets
	 */
	async send(request: ServiceRequest, options: RequestOptions = {}): Promise<HttpResponse> {
		return await asNodeError(this.context, async () => {
			if (!request.path.startsWith('/') || request.path.includes('/:')) {
				throw new UserError('The request has no complete path', {
					description: 'Fill in every required parameter of the operation.',
				});
			}
			const connection = { ...this.connection, baseURL: this.baseUrl };
			if (await isWithheld(this.context, request, options)) {
				return await rehearse(this.context, request, async (path) => await this.get(path));
			}
			const outgoing = { context: this.context, connection, request, options };
			return await new RequestSender(outgoing).response();
		});
	}

	async get(
		path: string,
		query: IDataObject = {},
		options: RequestOptions = {},
	): Promise<HttpResponse> {
		return await this.send({ method: 'GET', path, query }, options);
	}

	/** Sends a GET request; `undefined` when the service itself says that there is no such record. */
	async find(
		path: string,
		query: IDataObject = {},
		options: RequestOptions = {},
	): Promise<HttpResponse | undefined> {
		const response = await catchStatus(this.get(path, query, options), ['404']);
		return response instanceof NodeApiError ? undefined : response;
	}

	async post(path: string, body: IDataObject, options: RequestOptions = {}) {
		return await this.send({ method: 'POST', path, body }, options);
	}

	async put(path: string, body: IDataObject, options: RequestOptions = {}) {
		return await this.send({ method: 'PUT', path, body }, options);
	}

	async delete(path: string, body: IDataObject, options: RequestOptions = {}) {
		return await this.send({ method: 'DELETE', path, body }, options);
	}
}

/**
 * Returns the client and the request in the options that n8n's routing has built. The look-ups are kept in the options,
 * which n8n copies from step to step.
 */
export function clientFor(
	context: IExecuteSingleFunctions,
	options: DeclarativeRestApiSettings.HttpRequestOptions & { lookups?: Client['lookups'] },
): { client: Client; request: ServiceRequest } {
	options.lookups ??= {};
	const { method = 'GET', url: path = '', qs, body, lookups, ...settings } = options;
	const connection = {
		...settings,
		skipSslCertificateValidation: Boolean(settings.skipSslCertificateValidation),
		// Where the user sets no time-out, n8n's options have one of 300 s.
		timeout: Number(context.getNodeParameter('requestOptions.timeout', 0)),
	};
	const request = { method, path, query: asObject(qs), body: asObject(body) };
	return { client: new Client(context, connection, lookups), request };
}
