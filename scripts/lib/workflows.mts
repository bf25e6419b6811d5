import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import { PACKAGE_NAME } from './paths.mts';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import { defined } from './defined.mts';

export const START = 'Start';

const AUTHENTICATION: Record<string, string> = {
	videoSubscriptionApi: 'apiKey',
	videoSubscriptionOAuth2Api: 'oAuth2',
};

/** One of n8n's own nodes. */
export function builtInNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
): INode {
	return {
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0],
		parameters,
	};
}

/** One of the package's nodes, by the name of its type, with a credential and the authentication that goes with it. */
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

/** From a node and its output to another one and its input. */
export type Link = [from: string, output: number, to: string, input: number];

/** Nodes one after the other, by their names. */
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

/** A workflow that runs these nodes one after the other at the push of a button. */
export function chain(name: string, ...nodes: INode[]): WorkflowDefinition {
	const all = [builtInNode(START, 'manualTrigger', 1, {}), ...nodes].map(
		(node, index): INode => ({ ...node, position: [index * 220, 0] }),
	);
	return { name, nodes: all, connections: connected(chained(...all.map((node) => node.name))) };
}

/** A workflow of one trigger that leads nowhere: what it emits is what its executions hold. */
export function triggered(name: string, trigger: INode): WorkflowDefinition {
	return { name, nodes: [trigger], connections: {} };
}

/** A locator as the editor saves it. */
export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** Every ten seconds, in n8n's own terms: six times a minute, for no single schedule may be shorter than a minute. */
export const OFTEN = {
	item: ['0', '10', '20', '30', '40', '50'].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};
