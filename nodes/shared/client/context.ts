import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteSingleFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

/** The context of a request: an operation, a searchable list, or the trigger. */
export type ServiceContext = IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

export function usesOAuth2(context: ServiceContext): boolean {
	return context.getNodeParameter('authentication', 'apiKey') === 'oAuth2';
}

export function credentialType(context: ServiceContext): string {
	return usesOAuth2(context) ? 'videoSubscriptionOAuth2Api' : 'videoSubscriptionApi';
}

/** Returns the ID of the node's credential; empty where n8n gave none. */
export function credentialId(context: ServiceContext): string {
	return context.getNode().credentials?.[credentialType(context)]?.id ?? '';
}

/** Returns the data of the node's credential as they are now: n8n may have renewed a token since the last look. */
export async function credentialData(
	context: ServiceContext,
): Promise<ICredentialDataDecryptedObject> {
	return await context.getCredentials(credentialType(context));
}

/** The credentials of each run by their IDs. n8n reads one from its database whenever it is asked. */
const credentialsOfRuns = new WeakMap<object, Record<string, Promise<IDataObject>>>();

/** Returns the settings in the node's credential, which no run changes. They are read once for all items of a run. */
export async function credentialSettings(context: IExecuteSingleFunctions): Promise<IDataObject> {
	// The tools of an agent may share the run of the agent.
	const run = context.getExecuteData();
	const credentials = credentialsOfRuns.get(run) ?? {};
	credentialsOfRuns.set(run, credentials);
	return await (credentials[credentialId(context)] ??= credentialData(context));
}

/** Returns an object that the items of one run of a node share; `undefined` for a trigger or a searchable list. */
export function runOf(context: ServiceContext): object | undefined {
	return 'getExecuteData' in context ? context.getExecuteData() : undefined;
}

/** Returns the signal that aborts when the execution is cancelled. */
export function cancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Returns the group whose requests take turns with those of other groups: an execution, or the node of a trigger or list. */
export function executionOf(context: ServiceContext): string {
	const id: unknown = 'getItemIndex' in context ? context.getExecutionId() : undefined;
	// Copies of a workflow have nodes with the same ID.
	return typeof id === 'string' ? id : `${context.getWorkflow().id} ${context.getNode().id}`;
}
