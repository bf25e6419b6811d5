import type * as Core from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type * as Flow from 'n8n-workflow';
import { defined } from '../../scripts/lib/defined.mts';

/** A stored credential. */
export interface Credential {
	type: 'videoSubscriptionApi' | 'videoSubscriptionOAuth2Api';
	id: string;
	data: ICredentialDataDecryptedObject;
}

/** n8n's engine as one installation has it, and the credential types of a built package. */
interface EngineModules {
	core: typeof Core;
	flow: typeof Flow;
	credentialTypes: Record<string, ICredentialType>;
}

/** Applies `authenticate` where it is a function; n8n applies the generic form itself. */
async function authenticated(
	{ authenticate }: ICredentialType,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	return typeof authenticate === 'function' ? await authenticate(credentials, options) : options;
}

function credentialsHelperOf({ flow, credentialTypes }: EngineModules, stored: Credential) {
	return new (class extends flow.ICredentialsHelper {
		getParentTypes(name: string): string[] {
			return credentialTypes[name]?.extends ?? [];
		}

		isCredentialUsableByNode = () => true;

		async authenticate(
			credentials: ICredentialDataDecryptedObject,
			typeName: string,
			options: IHttpRequestOptions,
		): Promise<IHttpRequestOptions> {
			return await authenticated(
				defined(credentialTypes[typeName], typeName),
				credentials,
				options,
			);
		}

		preAuthentication = async () => undefined;

		runPreAuthentication = async () => undefined;

		async getCredentials(): Promise<never> {
			throw new Error('Encrypted credentials are not kept in tests');
		}

		async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
			return structuredClone(stored.data);
		}

		async updateCredentials(): Promise<void> {}

		async updateCredentialsOauthTokenData(
			_: unknown,
			__: string,
			data: ICredentialDataDecryptedObject,
		): Promise<void> {
			stored.data.oauthTokenData = defined(data.oauthTokenData, 'a token');
		}

		getCredentialsProperties = () => [];
	})();
}

/** Returns the additional data that n8n passes to an execution. */
export function createAdditionalData(
	engine: EngineModules,
	credential: Credential,
): IWorkflowExecuteAdditionalData {
	const hooks = new engine.core.ExecutionLifecycleHooks('manual', 'execution', {
		id: 'workflow',
		name: 'Test',
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		nodes: [],
		connections: {},
	});
	return {
		credentialsHelper: credentialsHelperOf(engine, credential),
		hooks,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: '',
		instanceBaseUrl: '',
		formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		webhookBaseUrl: '',
		webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
		webhookTestBaseUrl: '',
		executionId: 'execution',
		logAiEvent: () => {},
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}
