// Runs whole workflows in n8n's engine with n8n's own nodes, up to what other services would receive.
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { createContext, runInContext } from 'node:vm';

import type * as Core from 'n8n-core';
import type * as Flow from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	IRun,
	Workflow,
} from 'n8n-workflow';
import { executable } from '../../../scripts/lib/executable.mts';
import type { WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { PACKAGE_NAME } from '../../../scripts/lib/paths.mts';
import { parsed } from '../../kit/json.mts';
import { defined } from '../../kit/defined.mts';
import { additionalDataOf, nodeTypes, type Credential } from '../../kit/engine.mts';
import { DataTables } from './dataTables.mts';
import { Memory } from './memory.mts';

const require = createRequire(import.meta.url);
const core = require('n8n-core') as typeof Core;
const flow = require('n8n-workflow') as typeof Flow;

// n8n's own stops after 250 milliseconds, which a busy machine reaches.
flow.setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, by) => input.replace(new RegExp(pattern, flags), by),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

/** What a node would send to another service: its parameters for one item, with the expressions evaluated. */
export interface Sent {
	node: INode;
	parameters: INodeParameters;
	/** The item for which it is sent. */
	input: IDataObject;
	/** The files that are sent with it. */
	files: Array<{ name: string; bytes: Buffer }>;
	/** Whether the service took it. */
	isTaken: boolean;
}

/** What another service does with what it is sent. */
interface OtherServices {
	/** The items that come back for an item. */
	answer: (
		node: INode,
		parameters: INodeParameters,
		input: IDataObject,
		index: number,
	) => IDataObject[];
	/** Whether the service refuses what it is sent. */
	isDown: (node: INode, parameters: INodeParameters) => boolean;
	/** Why it refuses it. */
	refusal: string;
	/** The output to which an item goes, or undefined for each in turn. */
	outputFor: (node: INode) => number | undefined;
	/** The items that stand for a Code node with rows to try, or undefined for any other Code node. */
	rowsFor: (node: INode) => IDataObject[] | undefined;
}

const BASE = 'n8n-nodes-base';
const known = require(`${BASE}/dist/known/nodes.json`) as Record<
	string,
	{ className: string; sourcePath: string }
>;
const descriptions = require(`${BASE}/dist/types/nodes.json`) as INodeTypeDescription[];

/** Returns the description of a node of n8n's, or undefined for one that is not in its base package. */
const findDescription = ({ type, typeVersion }: INode): INodeTypeDescription | undefined =>
	descriptions.find(
		({ name, version }) => type === `${BASE}.${name}` && [version].flat().includes(typeVersion),
	);

/** Describes a node whose package the tests do not have: its parameters are those that the workflow sets. */
function describeUnknown({ type, parameters }: INode): INodeTypeDescription {
	const { categories } = (parameters.categories ?? {}) as { categories?: unknown[] };
	const outputs = Array.from({ length: categories === undefined ? 1 : categories.length + 1 });
	return {
		displayName: type,
		name: type,
		group: [/trigger$/i.test(type) ? 'trigger' : 'transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: outputs.map(() => 'main'),
		properties: Object.keys(parameters).map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
	};
}

/** Whether a box takes part in the flow, and is no tool, model or memory of another box. */
const isStep = ({ nodes, connections }: WorkflowDefinition, { name }: INode): boolean =>
	connections[name]?.main !== undefined ||
	nodes.some((node) =>
		(connections[node.name]?.main ?? []).some((targets) =>
			targets?.some((target) => target.node === name),
		),
	);

/** Returns the boxes of a workflow that send something to a service, or show it to somebody. */
export const sendersIn = (workflow: WorkflowDefinition): INode[] =>
	workflow.nodes.filter((node) => {
		if (node.type.startsWith(`${PACKAGE_NAME}.`) || node.type.endsWith('.stickyNote')) return false;
		const description = findDescription(node) ?? describeUnknown(node);
		const isTrigger = description.group.includes('trigger') || node.type.endsWith('.webhook');
		return !isTrigger && !isComputing(description) && isStep(workflow, node);
	});

/** Whether a node of n8n's base package only computes: it starts nothing, connects to nothing and asks nobody. */
const isComputing = ({ name, group, credentials = [] }: INodeTypeDescription): boolean =>
	credentials.length === 0 && !group.includes('trigger') && name !== 'form';

const load = (type: string): Flow.INodeType | Flow.IVersionedNodeType => {
	const { className, sourcePath } = defined(known[type.slice(BASE.length + 1)], type);
	const classes = require(`${BASE}/${sourcePath}`) as Record<
		string,
		new () => Flow.INodeType | Flow.IVersionedNodeType
	>;
	return new (defined(classes[className], className))();
};
const loaded = new Map<string, Flow.INodeType | Flow.IVersionedNodeType>();

/** Returns n8n's own node, loaded once. */
function nativeType({ type, typeVersion }: INode): INodeType {
	const found = loaded.get(type) ?? load(type);
	loaded.set(type, found);
	return flow.NodeHelpers.getVersionedNodeType(found, typeVersion);
}

type Job = Pick<IExecuteFunctions, 'getWorkflowDataProxy' | 'getWorkflowStaticData' | 'helpers'>;

/** What a task runner sends back: JSON. */
const copyOf = (value: unknown): object | undefined =>
	value === undefined ? undefined : parsed(JSON.stringify(value));

/** Runs the code of a Code node as n8n's task runner does, and returns what it returns. */
async function runInTaskRunner(
	settings: {
		code: string;
		nodeMode: string;
		continueOnFail?: boolean;
		chunk?: { startIndex: number; count: number };
	},
	context: Job,
	items: INodeExecutionData[],
): Promise<unknown> {
	const globals = { Buffer, Date, TextDecoder, TextEncoder, URL, console, setTimeout };
	const runOnce = async (index: number) =>
		await (runInContext(
			`(async function () {\n${settings.code}\n})()`,
			createContext({
				...globals,
				$getWorkflowStaticData: (type: string) => context.getWorkflowStaticData(type),
				helpers: context.helpers,
				...context.getWorkflowDataProxy(index),
				items,
			}),
		) as Promise<unknown>);
	if (settings.nodeMode === 'runOnceForAllItems') return copyOf(await runOnce(0));
	const { startIndex, count } = defined(settings.chunk, 'the items of a Code node');
	const results: object[] = [];
	for (let index = startIndex; index < startIndex + count; index += 1) {
		const result = copyOf(await runOnce(index));
		if (result) results.push({ ...result, pairedItem: { item: index } });
	}
	return results;
}

// n8n has one for all workflows.
const memory = new Memory();
void core.DataDeduplicationService.init(memory);

class Killed extends Error {}

/** Keeps n8n's *Retry On Fail* from waiting: it takes any other number below 1 for a second. */
const withoutWaiting = (node: INode): INode => ({ ...node, waitBetweenTries: -1 });

/** An n8n, and how it starts executions: by a trigger, or by somebody who presses *Execute workflow*. */
interface N8n {
	tables: DataTables;
	mode: 'manual' | 'trigger';
}

let workflows = 0;

/** An example in n8n: its tables, its memory and its static data outlive its executions. */
export class RunningExample {
	/** Everything that its nodes have sent so far. */
	readonly sent: Sent[] = [];

	/** The number of sent messages after which the process is killed. */
	killAfter = Infinity;

	private readonly workflow: Workflow;

	private executions = 0;

	private kill: (() => void) | undefined;

	constructor(
		readonly definition: WorkflowDefinition,
		private readonly credential: Credential,
		readonly services: OtherServices,
		/** The n8n in which it runs. */
		private readonly n8n: N8n,
	) {
		const types = new Map(definition.nodes.map((node) => [node.type, this.typeOf(node)]));
		const getByName = (name: string) => types.get(name);
		this.workflow = new flow.Workflow({
			id: `example ${++workflows}`,
			name: definition.name,
			nodes: parsed<INode[]>(JSON.stringify(definition.nodes))
				.map(withoutWaiting)
				.map((node) => this.withCredential(node)),
			connections: definition.connections,
			active: true,
			settings: { ...definition.settings, timezone: 'Europe/Berlin' },
			// n8n leaves nodes of unknown types alone, such as the tools of an agent.
			nodeTypes: {
				getByName,
				getByNameAndVersion: getByName,
				getKnownTypes: () => ({}),
			} as Flow.INodeTypes,
		});
	}

	/** Chooses the credential in a node of ours. What a process remembers by credential is of no other world then. */
	private withCredential(node: INode): INode {
		if (!node.type.startsWith(`${PACKAGE_NAME}.`)) return node;
		const { id, type } = this.credential;
		return { ...node, credentials: { [type]: { id, name: 'Test' } } };
	}

	private typeOf(node: INode): INodeType | undefined {
		if (node.type.startsWith(`${PACKAGE_NAME}.`))
			return nodeTypes[node.type.slice(PACKAGE_NAME.length + 1)];
		const description = findDescription(node);
		if (description && isComputing(description))
			return executable({ core, flow }, nativeType(node));
		return this.standIn(description ?? describeUnknown(node));
	}

	/** A node that records what it would send. */
	private standIn(description: INodeTypeDescription): INodeType {
		const send = this.send.bind(this);
		const { outputFor } = this.services;
		return {
			description,
			async execute() {
				if (description.group.includes('trigger')) return [this.getInputData()];
				const places = [description.outputs].flat().length;
				const outputs = Array.from({ length: places }, (): INodeExecutionData[] => []);
				for (const [index, item] of this.getInputData().entries()) {
					// Another execution may run while a service is asked.
					await setImmediate();
					const answers = send(this, item, index);
					const items = answers.map((answer) => ({
						json: answer,
						...(item.binary && { binary: item.binary }),
						pairedItem: { item: index },
					}));
					outputs[outputFor(this.getNode()) ?? index % places]?.push(...items);
				}
				// Its page belongs to a browser: n8n goes on when somebody opens it.
				if (description.name === 'form') await this.putExecutionToWait(flow.WAIT_INDEFINITELY);
				return outputs;
			},
		};
	}

	private send(
		context: IExecuteFunctions,
		{ json: input, binary = {} }: INodeExecutionData,
		index: number,
	): IDataObject[] {
		if (this.kill === undefined) throw new Killed('The process was killed');
		const node = context.getNode();
		const parameters: INodeParameters = {};
		for (const name of Object.keys(node.parameters))
			parameters[name] = context.getNodeParameter(name, index) as INodeParameters[string];
		const isTaken = !this.services.isDown(node, parameters);
		const files = Object.values(binary).map(({ fileName = '', data }) => ({
			name: fileName,
			bytes: Buffer.from(data, 'base64'),
		}));
		this.sent.push({ node, parameters, input, files, isTaken });
		if (this.sent.length >= this.killAfter) {
			this.kill();
			this.kill = undefined;
		}
		if (isTaken) return this.services.answer(node, parameters, input, index);
		const message = this.services.refusal;
		if (!context.continueOnFail()) throw new flow.NodeOperationError(node, message);
		return [{ error: message }];
	}

	/** What n8n passes to an execution, with the parts that its server adds. */
	private additionalData() {
		const additionalData = additionalDataOf(this.credential);
		this.executions += 1;
		return Object.assign(additionalData, {
			executionId: String(this.executions),
			'data-table': { dataTableProxyProvider: this.n8n.tables.provider },
			startRunnerTask: async (
				_: unknown,
				__: string,
				settings: Parameters<typeof runInTaskRunner>[0],
				context: IExecuteFunctions,
			) => {
				try {
					const rows = this.services.rowsFor(context.getNode());
					const result = rows?.map((json) => ({ json }));
					return {
						ok: true,
						result: result ?? (await runInTaskRunner(settings, context, context.getInputData())),
					};
				} catch (error) {
					// Errors of a context of its own are no errors of this one.
					const message = String(Reflect.get(Object(error), 'message'));
					if (settings.continueOnFail) return { ok: true, result: [{ json: { error: message } }] };
					return { ok: false, error: new Error(message) };
				}
			},
		});
	}

	/** Lets the example's trigger look for events, and returns the items that start the workflow. */
	async poll(
		trigger: string,
		activation: Flow.WorkflowActivateMode,
	): Promise<INodeExecutionData[]> {
		const node = defined(this.workflow.getNode(trigger) ?? undefined, trigger);
		const context = new core.PollContext(
			this.workflow,
			node,
			this.additionalData(),
			activation === 'manual' ? 'manual' : 'trigger',
			activation,
		);
		const { poll } = defined(nodeTypes[node.type.slice(PACKAGE_NAME.length + 1)], node.type);
		// n8n's classes are not compatible with exactOptionalPropertyTypes.
		return (await poll?.call(context as Flow.IPollFunctions))?.flat() ?? [];
	}

	/** Executes the workflow from a trigger. */
	async execute(trigger: string, items: INodeExecutionData[]): Promise<IRun> {
		const node = defined(this.workflow.getNode(trigger) ?? undefined, trigger);
		return await this.process(
			this.n8n.mode,
			flow.createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
			}),
		);
	}

	/** Continues an execution at the node at which it failed, as *Retry* in n8n's list of executions does. */
	async retry({ data }: IRun): Promise<IRun> {
		const { resultData } = data;
		delete resultData.error;
		const runs = resultData.runData[resultData.lastNodeExecuted ?? ''] ?? [];
		if (runs.at(-1)?.error) runs.pop();
		return await this.process('retry', data);
	}

	/** Continues an execution behind the page that it shows, as n8n does when a browser asks for the page. */
	async openPage({ data }: IRun): Promise<IRun> {
		return await this.process(this.n8n.mode, data);
	}

	private async process(
		mode: 'manual' | 'trigger' | 'retry',
		data: Flow.IRunExecutionData,
	): Promise<IRun> {
		const execution = new core.WorkflowExecute(this.additionalData(), mode, data);
		const running = execution.processRunExecutionData(this.workflow);
		this.kill = () => running.cancel('killed');
		return await running;
	}
}
