import type {
	DeclarativeRestApiSettings,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';

/** Why a request must not be sent, by the options that n8n hands from one step to the next. */
const refusals = new WeakMap<object, unknown>();

/**
 * A step before sending. What it refuses is told by the operation, which can pair the failure with
 * its input item; n8n itself would lose the pairing of what a step throws.
 *
 * @param change checks or changes the options in place; throws UserError to refuse
 */
export function preSend(
	change: (context: IExecuteSingleFunctions, options: IHttpRequestOptions) => void | Promise<void>,
): PreSendAction {
	return async function (this: IExecuteSingleFunctions, options) {
		if (refusals.has(options)) return options;
		try {
			await change(this, options);
		} catch (error) {
			refusals.set(options, error);
		}
		return options;
	};
}

/**
 * To be called before anything is sent.
 *
 * @throws the first refusal of a step
 */
export function throwRefusal(options: DeclarativeRestApiSettings.HttpRequestOptions): void {
	if (refusals.has(options)) throw refusals.get(options);
}
