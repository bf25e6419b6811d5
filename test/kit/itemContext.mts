import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** What n8n gives to one item of an execution, as far as sending and its errors need it. */
export interface Item {
	authentication?: string | undefined;
	/** The id of the credential, by which limits are counted. */
	account?: string;
	/** Ends the execution. */
	signal?: AbortSignal;
	/** What sends. */
	helpers?: object;
}

/** The context of an item of a node, without n8n's engine. */
export function itemContext({
	authentication = 'apiKey',
	account = 'account',
	signal,
	helpers = {},
}: Item = {}): IExecuteSingleFunctions {
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
		getExecutionId: () => 'execution',
		getExecutionCancelSignal: () => signal,
		getItemIndex: () => 3,
	};
	return context as unknown as IExecuteSingleFunctions;
}
