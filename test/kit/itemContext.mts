import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** The parts of an item's context that sending and its errors use. */
interface ItemContextParts {
	authentication?: string | undefined;
	/** The credential's id, which rate limits are keyed by. */
	account?: string;
	/** Cancels the execution. */
	signal?: AbortSignal;
	/** n8n's request helpers. */
	helpers?: object;
	/** The ID of the execution, whose requests take turns with those of others. */
	execution?: string;
	/** What the items of one run of a node share. */
	run?: object;
}

/** Returns the context of an item without running n8n's engine. */
export function itemContext({
	authentication = 'apiKey',
	account = 'account',
	signal,
	helpers = {},
	execution = 'execution',
	run = {},
}: ItemContextParts = {}): IExecuteSingleFunctions {
	const context = {
		helpers,
		getNodeParameter: () => authentication,
		getNode: () => ({
			id: 'node',
			name: 'Node',
			parameters: { secret: 'in a parameter' },
			credentials: {
				videoSubscriptionApi: { id: account },
				videoSubscriptionOAuth2Api: { id: account },
			},
		}),
		getCredentials: async () => ({ apiKey: 'key_1f6b', oauthTokenData: { access_token: 'tok_9' } }),
		getExecutionId: () => execution,
		getExecuteData: () => run,
		getExecutionCancelSignal: () => signal,
		getItemIndex: () => 3,
	};
	return context as unknown as IExecuteSingleFunctions;
}
