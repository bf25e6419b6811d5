import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
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

export type Link = [from: string, output: number, to: string, input: number];

/** Links nodes one after another. */
export const chained = (...names: string[]): Link[] =>
	names.slice(1).map((name, index) => [defined(names[index]), 0, name, 0]);

export function connected(links: Link[]): IConnections {
	const connections: IConnections = {};
	for (const [from, output, to, input] of links) {
		const outputs = ((connections[from] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: 'main', index: input });
	}
	return connections;
}

/** Builds a workflow that runs nodes one after another from a manual trigger. */
export function chain(name: string, ...nodes: INode[]): WorkflowDefinition {
	const all = [builtInNode(MANUAL_START, 'manualTrigger', 1, {}), ...nodes].map(
		(node, index): INode => ({ ...node, position: [index * 220, 0] }),
	);
	return { name, nodes: all, connections: connected(chained(...all.map((node) => node.name))) };
}

/** Builds a workflow with only a trigger. */
export const triggered = (name: string, trigger: INode): WorkflowDefinition => ({
	name,
	nodes: [trigger],
	connections: {},
});

/** A resource locator in the mode By ID. */
export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });
