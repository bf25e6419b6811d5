import {
	type DeclarativeRestApiSettings,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type PreSendAction,
	UserError,
} from 'n8n-workflow';

import { customerId } from '../customers/customerByEmail';
import type { ItemRequest } from '../http/request';
import { isResourceName, requireId, type ResourceName } from '../resources/resources';
import { resourceLabel, type Transform } from '../parameters/transform';
import { credentialData } from '../http/credential';
import { asObject, isObject } from '../json';

/** The part of a request that a parameter is sent in: the body of PUT, POST and DELETE, the query of GET. */
export type RequestPart = 'body' | 'qs';

/**
 * In the place of the address of a request that must not be sent: it travels with every copy of the options that n8n
 * hands from one step to the next, and nothing can be sent to it.
 */
const REFUSED = 'refused:';

/** The options of a request, and why it must not be sent. */
type Options = DeclarativeRestApiSettings.HttpRequestOptions & { refusal?: unknown };

function isRefused({ url }: Options): boolean {
	return url === REFUSED;
}

/**
 * A step before sending, which checks or changes the options in place. What it refuses is thrown by the operation, which
 * can pair the failure with its input item; n8n itself would lose the pairing of what a step throws.
 */
export function preSend(
	change: (context: IExecuteSingleFunctions, options: IHttpRequestOptions) => void | Promise<void>,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options) {
		if (isRefused(options)) return options;
		try {
			await change(this, options);
		} catch (error) {
			Object.assign(options, { url: REFUSED, refusal: error });
		}
		return options;
	};
}

/** Returns a step that validates or converts one value that routing has put into the request. */
export function transform(
	place: RequestPart,
	property: string,
	label: string,
	convertValue: Transform,
): PreSendAction {
	return preSend((context, options) => {
		const values: unknown = options[place];
		if (!isObject(values) || !Object.hasOwn(values, property)) return;
		const converted = convertValue(values[property], {
			label,
			baseUrl: options.baseURL,
			timezone: context.getTimezone(),
			values,
		});
		// The transform may have moved the value into a neighbour.
		if (converted === undefined) delete values[property];
		else Object.assign(values, { [property]: converted });
	});
}

/** Throws what a step before sending has refused. */
export function assertNotRefused(options: Options): void {
	if (!isRefused(options)) return;
	throw options.refusal instanceof Error
		? options.refusal
		: new UserError('A value of this item was refused', {
				description: 'Nothing was sent. Check the values of its parameters.',
			});
}

async function idOf(request: ItemRequest, kind: ResourceName): Promise<string> {
	const value = request.context.getNodeParameter(kind);
	const label = resourceLabel(kind);
	return kind === 'customer'
		? await customerId(request, value, label)
		: requireId(value, kind, request.options.baseURL, label);
}

/**
 * The request with the ids of its locators in their places, which none can leave: `:customer` in the path stands for
 * what the field `customer` chooses. It needs no routing for that, which n8n would evaluate twice more for each item.
 */
export async function withIdsInPath(request: ItemRequest): Promise<IHttpRequestOptions> {
	const { options } = request;
	const segments = await Promise.all(
		options.url.split('/').map(async (segment) => {
			const name = segment.slice(1);
			return segment.startsWith(':') && isResourceName(name) ? await idOf(request, name) : segment;
		}),
	);
	return { ...options, url: segments.join('/') };
}

/**
 * Sends the client of the OAuth2 credential with the request, as the endpoints under `/oauth` take it (docs/service.md,
 * Access tokens), so that no token or key needs to go beside it.
 */
export function withClient(place: RequestPart): PreSendAction {
	return preSend(async (context: IExecuteSingleFunctions, options) => {
		const { clientId, clientSecret } = await credentialData(context);
		options[place] = {
			...asObject(options[place]),
			client_id: clientId,
			client_secret: clientSecret,
		};
	});
}
