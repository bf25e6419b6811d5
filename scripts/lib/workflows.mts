import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { PACKAGE_NAME } from './paths.mts';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import { defined } from './defined.mts';

export const MANUAL_START = 'Start';

const AUTHENTICATION: Record<string, string> = {
	videoSubscriptionApi: 'apiKey',
	videoSubscriptionOAuth2Api: 'oAuth2',
};

/** Builds a node of n8n's. */
export function builtInNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
): INode {
	const common = { id: name, name, position: [0, 0] as [number, number] };
	return { ...common, type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

/** Builds a node of the package with a credential and the matching authentication. */
export function packageNode(
	type: string,
	name: string,
	parameters: INodeParameters,
	{ id, name: credentialName, type: credentialType }: CredentialReference,
): INode {
	return {
		id: name,
		name,
		type: `${PACKAGE_NAME}.${type}`,
		typeVersion: 1,
		position: [200, 0],
		parameters: { authentication: AUTHENTICATION[credentialType], ...parameters },
		credentials: { [credentialType]: { id, name: credentialName } },
	};
}

/** Links nodes one after another. */
export const chained = (...names: string[]): IConnections =>
	Object.fromEntries(
		names.slice(1).map((node, index) => {
			const next = { node, type: 'main' as const, index: 0 };
			return [defined(names[index]), { main: [[next]] }];
		}),
	);

/** Builds a workflow that runs nodes one after another. */
export function sequence(name: string, ...nodes: INode[]): WorkflowDefinition {
	const placed = nodes.map((node, index): INode => ({ ...node, position: [index * 220, 0] }));
	return { name, nodes: placed, connections: chained(...nodes.map((node) => node.name)) };
}

/** Builds a workflow that runs nodes one after another from a manual trigger. */
export const chain = (name: string, ...nodes: INode[]): WorkflowDefinition =>
	sequence(name, builtInNode(MANUAL_START, 'manualTrigger', 1, {}), ...nodes);

/** Builds a workflow with only a trigger. */
export const triggered = (name: string, trigger: INode): WorkflowDefinition => ({
	name,
	nodes: [trigger],
	connections: {},
});

/** A resource locator in the mode By ID. */
export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** Returns the value at the path; in a repeating group, that of the first row. */
export function parameterAt(parameters: unknown, path: string[]): unknown {
	const [name, ...rest] = path;
	if (name === undefined || typeof parameters !== 'object' || parameters === null)
		return parameters;
	if (Array.isArray(parameters)) return parameterAt(parameters[0], path);
	const values = parameters as IDataObject;
	return name in values
		? parameterAt(values[name], rest)
		: parameterAt(values.entries ?? values.value, path);
}
