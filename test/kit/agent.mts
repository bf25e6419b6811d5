import { createRequire } from 'node:module';

import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';

import {
	additionalDataOf,
	apiKeyCredential,
	nodeTypeOf,
	workflowOf,
	type Credential,
} from './engine.mts';
import { defined, only } from './defined.mts';
import { PACKAGE_NAME } from '../../scripts/lib/paths.mts';

const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;

/** A tool as n8n hands it to an agent (LangChain's StructuredTool). */
export interface Tool {
	name: string;
	description: string;
	/** A zod schema of the arguments. */
	schema: { shape: Record<string, unknown> };
	invoke: (args: Flow.IDataObject) => Promise<string>;
}

/** Returns the type that n8n derives from a node that is usable as a tool. */
function toolTypeOf(nodeType: Flow.INodeType): Flow.INodeType {
	const { description } = nodeType;
	if (!description.usableAsTool) throw new Error(`${description.name} is not usable as a tool`);
	return {
		...nodeType,
		description: {
			...description,
			name: `${description.name}Tool`,
			displayName: `${description.displayName} Tool`,
			inputs: [],
			outputs: [flow.NodeConnectionTypes.AiTool],
			properties: [
				{
					displayName: 'Tool Description',
					name: 'descriptionType',
					type: 'options',
					options: [{ name: 'Set Automatically', value: 'auto' }],
					default: 'auto',
				},
				...description.properties,
			],
		},
	};
}

/** Returns a node type of an agent that runs `work` with its only tool. */
function agentType(work: (tool: Tool) => Promise<unknown>): Flow.INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Uses a tool',
			defaults: { name: 'Agent' },
			inputs: [
				flow.NodeConnectionTypes.Main,
				{ type: flow.NodeConnectionTypes.AiTool, displayName: 'Tool', required: true },
			],
			outputs: [flow.NodeConnectionTypes.Main],
			properties: [],
		},
		async execute() {
			const tools = await this.getInputConnectionData(flow.NodeConnectionTypes.AiTool, 0);
			const tool = only(tools as Tool[]);
			return [[{ json: { result: JSON.stringify(await work(tool)) } }]];
		},
	};
}

interface AgentOptions {
	/** The short name of the node that is the tool. */
	node: string;
	/** Hold `$fromAI(...)` where the model fills in a value. */
	parameters: Flow.INodeParameters;
	credential: Credential;
	/** Called with the tool, in place of a model. */
	work: (tool: Tool) => Promise<unknown>;
}

const common = { typeVersion: 1, position: [0, 0] as [number, number] };
const agent: Flow.INode = {
	...common,
	id: 'a',
	name: 'Agent',
	type: 'test.agent',
	parameters: {},
};

/** Returns a workflow of an agent with one tool. */
function agentWorkflow({ node, parameters, credential, work }: AgentOptions): Flow.Workflow {
	const tool: Flow.INode = {
		...common,
		id: 'b',
		name: 'Tool under test',
		type: `${PACKAGE_NAME}.${node}Tool`,
		parameters: { descriptionType: 'auto', ...parameters },
		credentials: { [credential.type]: { id: credential.id, name: 'Test' } },
	};
	const types: Record<string, Flow.INodeType> = {
		[agent.type]: agentType(work),
		[tool.type]: toolTypeOf(nodeTypeOf(node)),
	};
	const { AiTool } = flow.NodeConnectionTypes;
	return workflowOf(
		[agent, tool],
		{ [tool.name]: { [AiTool]: [[{ node: agent.name, type: AiTool, index: 0 }]] } },
		(name) => defined(types[name], name),
	);
}

/**
 * Runs an agent in n8n's engine, with a node of the built package connected as its tool.
 *
 * @throws the error of `work`
 */
export async function runAgent(options: AgentOptions): Promise<void> {
	const data = { [flow.NodeConnectionTypes.Main]: [[{ json: {} }]] };
	const execution = new core.WorkflowExecute(
		additionalDataOf(options.credential),
		'manual',
		flow.createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: agent, data, source: null }] },
		}),
	);
	const run = await execution.processRunExecutionData(agentWorkflow(options));
	if (run.data.resultData.error) throw run.data.resultData.error;
}

/** Returns what a node responds to an agent that calls it without arguments. No request reaches a service. */
export async function responseToAgent(
	node: string,
	parameters: Flow.INodeParameters,
	credential = apiKeyCredential('http://127.0.0.1:9'),
): Promise<string> {
	let response = '';
	await runAgent({
		node,
		parameters: { resource: node, ...parameters },
		credential,
		work: async (tool) => {
			response = await tool.invoke({}).catch(String);
		},
	});
	return response;
}
