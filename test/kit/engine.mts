import { createRequire } from 'node:module';

import type * as Core from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	IRun,
	IWorkflowExecuteAdditionalData,
	NodeApiError,
} from 'n8n-workflow';
import type * as Flow from 'n8n-workflow';
import { credentialTypes, nodeTypeOf } from '../../scripts/lib/nodeTypes.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';
import { createAdditionalData, type Credential } from './additionalData.mts';
import { defined } from './defined.mts';

// Through require, so that the built package, n8n-core and the tests share one n8n-workflow.
const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;

export type { Credential } from './additionalData.mts';
export { credentialTypes, nodeTypeOf, nodeTypes } from '../../scripts/lib/nodeTypes.mts';

export const API_KEY = 'key_for_tests_1f6b';
export const CLIENT_SECRET = 'secret_for_tests_93ac';

export function apiKeyCredential(baseUrl: string, data: IDataObject = {}): Credential {
	return {
		type: 'videoSubscriptionApi',
		id: `api-key-${baseUrl}`,
		data: { baseUrl, apiKey: API_KEY, headerPrefix: 'SVC', ...(data as object) },
	};
}

export function oAuth2Credential(baseUrl: string, data: IDataObject = {}): Credential {
	return {
		type: 'videoSubscriptionOAuth2Api',
		id: `oauth2-${baseUrl}`,
		data: {
			baseUrl,
			clientId: 'client_for_tests',
			clientSecret: CLIENT_SECRET,
			scope: 'read',
			headerPrefix: 'SVC',
			grantType: 'clientCredentials',
			accessTokenUrl: `${baseUrl.replace(/\/+$/, '')}/oauth/token`,
			authentication: 'body',
			...(data as object),
		},
	};
}

export interface RunOptions {
	/** The short name of the node. */
	node: string;
	parameters: INodeParameters;
	/** The `json` of the input items; one empty item by default. */
	input?: IDataObject[];
	credential: Credential;
	onError?: INode['onError'];
	/** Attempts of n8n's Retry On Fail; 1 by default. */
	maxTries?: number;
	executeOnce?: boolean;
	signal?: AbortSignal;
	/** How the execution was started; by a person in the editor by default. */
	mode?: Flow.WorkflowExecuteMode;
	/** How the execution was started that called this one as a sub-workflow. */
	rootMode?: Flow.WorkflowExecuteMode;
}

/** The result of a run: the items of its outputs, or its error. */
export interface RunResult {
	items: INodeExecutionData[];
	/** The second output, with `onError: 'continueErrorOutput'`. */
	failed: INodeExecutionData[];
	json: IDataObject[];
	/** What the run says below its output. */
	hints: string[];
	error: NodeApiError | undefined;
}

function testedNode(options: RunOptions): INode {
	const { node, parameters, credential, onError, maxTries, executeOnce } = options;
	return {
		id: '6f0c4b5e-0000-4000-8000-000000000000',
		name: 'Node under test',
		type: `${PACKAGE_NAME}.${node}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [credential.type]: { id: credential.id, name: 'Test' } },
		...(onError && { onError }),
		...(executeOnce && { executeOnce }),
		...(maxTries && { retryOnFail: true, maxTries, waitBetweenTries: 1 }),
	};
}

/** Returns a workflow of nodes of this package, or of those that `typeOf` finds by their full names. */
export function workflowOf(
	nodes: INode[],
	connections: Flow.IConnections = {},
	typeOf = (name: string) => nodeTypeOf(name.slice(PACKAGE_NAME.length + 1)),
): Flow.Workflow {
	return new flow.Workflow({
		id: 'workflow',
		nodes,
		connections,
		active: false,
		settings: { timezone: 'Europe/Berlin' },
		nodeTypes: {
			getByName: typeOf,
			getByNameAndVersion: typeOf,
			getKnownTypes: () => ({}),
		},
	});
}

/** Returns the additional data that n8n passes to an execution. */
export const additionalDataOf = (credential: Credential): IWorkflowExecuteAdditionalData =>
	createAdditionalData({ core, flow, credentialTypes }, credential);

function resultOf(run: IRun, index = 0): RunResult {
	const task = run.data.resultData.runData['Node under test']?.[index];
	const [items, failed] = task?.data?.main ?? [];
	return {
		items: items ?? [],
		failed: failed ?? [],
		json: (items ?? []).map(({ json }) => json),
		hints: (task?.hints ?? []).map(({ message }) => message),
		error: (task?.error ?? run.data.resultData.error) as NodeApiError | undefined,
	};
}

interface SearchOptions extends Omit<RunOptions, 'input' | 'onError' | 'maxTries' | 'signal'> {
	method: string;
	filter?: string;
	paginationToken?: string;
}

/** Requests one page of a searchable list of a built node, as the editor does. */
export async function searchList(options: SearchOptions): Promise<INodeListSearchResult> {
	const { method, parameters, credential, filter, paginationToken } = options;
	const node = testedNode(options);
	const search = nodeTypeOf(options.node).methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list "${method}"`);
	// Workflow fills in the defaults of the parameters.
	const workflow = workflowOf([node]);
	const currentNodeParameters = { ...node.parameters, ...parameters };
	const additionalData = { ...additionalDataOf(credential), currentNodeParameters };
	const context = new core.LoadOptionsContext(workflow, node, additionalData, '');
	// n8n's classes are not compatible with exactOptionalPropertyTypes.
	return await search.call(context as Flow.ILoadOptionsFunctions, filter, paginationToken);
}

/** Runs one node of the built package in n8n's engine. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const { input = [{}] } = options;
	return defined((await runNodeOnInputs(options, [input]))[0], 'a result');
}

/** Runs one node once for each of several inputs, in one execution, as n8n does where several nodes are wired to it. */
export async function runNodeOnInputs(
	options: RunOptions,
	inputs: IDataObject[][],
): Promise<RunResult[]> {
	const { credential, signal, mode = 'manual', rootMode } = options;
	const node = testedNode(options);
	const workflow = workflowOf([node]);
	const itemsOf = (input: IDataObject[]) =>
		input.map((json, item) => ({ json, pairedItem: { item } }));
	const execution = new core.WorkflowExecute(
		{ ...additionalDataOf(credential), ...(rootMode && { rootExecutionMode: rootMode }) },
		mode,
		flow.createRunExecutionData({
			executionData: {
				nodeExecutionStack: inputs.map((input) => ({
					node,
					data: { main: [itemsOf(input)] },
					source: null,
				})),
			},
		}),
	);
	const running = execution.processRunExecutionData(workflow);
	signal?.addEventListener('abort', () => running.cancel('aborted'));
	const run = await running;
	return inputs.map((_, index) => resultOf(run, index));
}
