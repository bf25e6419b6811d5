import type {
	DeclarativeRestApiSettings,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

/** The part of a request that a parameter is sent in: the body of PUT, POST and DELETE, the query of GET. */
export type RequestPart = 'body' | 'qs';

/**
 * Replaces the URL of a request that must not be sent. n8n copies the options between the steps, and every copy keeps the
 * URL, to which nothing can be sent.
 */
const REJECTED_URL = 'rejected:';

/**
 * Returns a step that validates or changes the request before it is sent, in place. The operation throws the errors of
 * `change`, because n8n does not pair an error of a step with its input item.
 */
export function preSend(
	change: (context: IExecuteSingleFunctions, options: IHttpRequestOptions) => void | Promise<void>,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options) {
		if (options.url === REJECTED_URL) return options;
		try {
			await change(this, options);
		} catch (error) {
			Object.assign(options, { url: REJECTED_URL, rejection: error });
		}
		return options;
	};
}

/** Throws the error of a step before sending. */
export function assertNotRejected(
	options: DeclarativeRestApiSettings.HttpRequestOptions & { rejection?: unknown },
): void {
	if (options.url === REJECTED_URL) throw options.rejection;
}
