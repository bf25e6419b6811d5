import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { CredentialReference, WorkflowDefinition } from '../../scripts/lib/n8nApi.mts';
import { builtInNode, byId, packageNode, sequence } from '../../scripts/lib/workflows.mts';

/** The environment of a measured node. */
export interface Setting {
	credential: CredentialReference;
	/** The base address of the simulated service, without a final slash. */
	baseUrl: string;
}

/** Returns the nodes for the same work, in order; all are measured. */
export type Way = (setting: Setting) => INode[];

/** The measured part of a workflow and its input. */
export interface Task {
	/** The input items of the first measured node; one empty item by default. */
	input?: Array<Record<string, string | number>>;
	nodes: INode[];
}

const splitOut = (name: string, fieldToSplitOut: string) =>
	builtInNode(name, 'splitOut', 1, { fieldToSplitOut, options: {} });

/** Returns nodes that output these items. */
function source(items: NonNullable<Task['input']>): INode[] {
	const jsonOutput = JSON.stringify({ items });
	return [
		builtInNode('Items', 'set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
		splitOut('Each Item', 'items'),
	];
}

/** Returns the workflow of a task, started by a webhook that responds when the last node has ended. */
export function calledWorkflow(
	name: string,
	path: string,
	{ input, nodes }: Task,
): WorkflowDefinition {
	const webhook: INode = {
		...builtInNode('Call', 'webhook', 2.1, {
			path,
			responseMode: 'lastNode',
			responseData: 'noData',
			options: {},
		}),
		webhookId: randomUUID(),
	};
	return sequence(name, webhook, ...(input ? source(input) : []), ...nodes);
}

interface HttpRequest {
	method?: string;
	path: string;
	query?: Record<string, string>;
	body?: Record<string, string>;
	options?: INodeParameters;
}

const pairs = (values: Record<string, string>) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
});

/** Returns n8n's HTTP Request node with Basic authentication and JSON responses. */
function httpRequest(
	{ credential, baseUrl }: Setting,
	{ method = 'GET', path, query, body, options }: HttpRequest,
): INode {
	return {
		...builtInNode('HTTP Request', 'httpRequest', 4.5, {
			method,
			url: `=${baseUrl}${path}`,
			authentication: 'genericCredentialType',
			genericAuthType: credential.type,
			...(query && { sendQuery: true, queryParameters: pairs(query) }),
			...(body && { sendBody: true, bodyParameters: pairs(body) }),
			options: { response: { response: { responseFormat: 'json' } }, ...options },
		}),
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
}

const customerNode = ({ credential }: Setting, parameters: INodeParameters) =>
	packageNode('customer', 'Customer', parameters, credential);

/** Reads every customer, one item each. */
export const list = {
	ours:
		(perPage: number): Way =>
		(setting) => [
			customerNode(setting, {
				operation: 'getAll',
				returnAll: true,
				filters: { status: 'all' },
				options: { perPage },
			}),
		],
	/** Uses its own pagination by page number, then splits each page into items. */
	theirs:
		(pageSize: number): Way =>
		(setting) => [
			httpRequest(setting, {
				path: '/customers',
				query: { status: 'all', per_page: String(pageSize) },
				options: {
					pagination: {
						pagination: {
							paginationMode: 'updateAParameterInEachRequest',
							parameters: {
								parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
							},
							paginationCompleteWhen: 'other',
							completeExpression: '={{ !$response.body._links.next.href }}',
						},
					},
				},
			}),
			splitOut('Split Out', '_embedded.customers'),
		],
	/** Reads an address that answers with all records at once. */
	inOneAnswer: (url: string): INode[] => [
		builtInNode('HTTP Request', 'httpRequest', 4.5, { url, options: {} }),
	],
};

/** Reads one customer for each item, by `id`. */
export const read: Record<'ours' | 'theirs', Way> = {
	ours: (setting) => [
		customerNode(setting, { operation: 'get', customer: byId('={{ $json.id }}') }),
	],
	theirs: (setting) => [httpRequest(setting, { path: '/customers/{{ $json.id }}' })],
};

/** A product of the simulated service. */
const PRODUCT = 101;

/** Creates one customer for each item, by `email`, with the product. */
export const create = {
	ours: (setting: Setting) => [
		customerNode(setting, {
			operation: 'create',
			email: '={{ $json.email }}',
			product: byId(PRODUCT),
		}),
	],
	theirs:
		(batch?: INodeParameters): Way =>
		(setting) => [
			{
				...httpRequest(setting, {
					method: 'POST',
					path: '/customers',
					body: {
						email: '={{ $json.email }}',
						product: `${setting.baseUrl}/products/${PRODUCT}`,
					},
					options: { ...(batch && { batching: { batch } }) },
				}),
				onError: 'continueRegularOutput',
			},
		],
};
