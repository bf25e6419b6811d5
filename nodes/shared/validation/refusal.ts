import {
	UserError,
	type DeclarativeRestApiSettings,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type PreSendAction,
} from 'n8n-workflow';

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

/** Throws what a step before sending has refused. */
export function throwRefusal(options: Options): void {
	if (!isRefused(options)) return;
	throw options.refusal instanceof Error
		? options.refusal
		: new UserError('A value of this item was refused', {
				description: 'Nothing was sent. Check the values of its parameters.',
			});
}
