import type { INode, INodeConnections, INodeParameters } from 'n8n-workflow';
import { PACKAGE_NAME } from './paths.mts';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import { defined } from './defined.mts';

export const START = 'Start';

const AUTHENTICATION: Record<string, string> = {
	videoSubscriptionApi: 'apiKey',
	videoSubscriptionOAuth2Api: 'oAuth2',
};

const nodeDefaults = { typeVersion: 1 };

const start = (): INode => ({
	...nodeDefaults,
	id: 'start',
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	position: [0, 0],
	parameters: {},
});

/** One of the package's nodes, by the name of its type, with a credential and the authentication that goes with it. */
export function packageNode(
	type: string,
	name: string,
	parameters: INodeParameters,
	{ id, name: credentialName, type: credentialType }: CredentialReference,
): INode {
	return {
		...nodeDefaults,
		id: name,
		name,
		type: `${PACKAGE_NAME}.${type}`,
		position: [200, 0],
		parameters: { authentication: AUTHENTICATION[credentialType], ...parameters },
		credentials: { [credentialType]: { id, name: credentialName } },
	};
}

/** A workflow that runs these nodes one after the other at the push of a button. */
export function chain(name: string, ...nodes: INode[]): WorkflowDefinition {
	const all = [start(), ...nodes].map(
		(node, index): INode => ({ ...node, position: [index * 220, 0] }),
	);
	const links = all
		.slice(1)
		.map((node, index): [string, INodeConnections] => [
			defined(all[index]).name,
			{ main: [[{ node: node.name, type: 'main' as const, index: 0 }]] },
		]);
	return { name, nodes: all, connections: Object.fromEntries(links) };
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
