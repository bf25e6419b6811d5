import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialReference, WorkflowDefinition } from '../../../scripts/lib/n8nApi.mts';
import { ROOT } from '../../../scripts/lib/paths.mts';
import { parsed } from '../../kit/json.mts';

export const EXAMPLES = path.join(ROOT, 'examples');

/** The name under which the examples look for a credential of the package. */
export const CREDENTIAL = 'Video Subscription account';

/** The names of the example workflows: those of their files, without the ending. */
export const exampleNames = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'))
	.sort();

/** An example as its file holds it. */
export function readExample(name: string): WorkflowDefinition {
	return parsed(readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8'));
}

/** Outside services that no test can reach. */
const OUTSIDE = ['n8n-nodes-base.slack', 'n8n-nodes-base.emailSend', 'n8n-nodes-base.googleSheets'];

const locatorSchema = z.object({ __rl: z.literal(true), value: z.string() });

/** The text of a parameter, of a locator its value. */
function textOf(value: unknown): string[] {
	const locator = locatorSchema.safeParse(value);
	const text = locator.success ? locator.data.value : value;
	return typeof text === 'string' ? [text] : [];
}

/** What a node that waits for a person's decision goes on with. */
const decision = (isApproved: boolean): INodeParameters => ({
	id: 'data',
	name: 'data',
	type: 'object',
	value: JSON.stringify({ approved: isApproved }),
});

/** An n8n node in the place of one that would tell an outside service: it gives what that one would be told. */
function standIn({ id, name, position, parameters, onError }: INode, isApproved: boolean): INode {
	const told = Object.entries(parameters).flatMap(([parameter, value]) =>
		textOf(value).map(
			(text): INodeParameters => ({ id: parameter, name: parameter, type: 'string', value: text }),
		),
	);
	const isAsked = parameters.operation === 'sendAndWait';
	const assignments = isAsked ? [...told, decision(isApproved)] : told;
	return {
		id,
		name,
		position,
		...(onError && { onError }),
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
}

/** An example with its nodes changed one by one. */
export const withNodes = (
	workflow: WorkflowDefinition,
	change: (node: INode) => INode,
): WorkflowDefinition => ({
	...workflow,
	nodes: workflow.nodes.map(change),
});

/**
 * An example with a stand-in for each node that would send something to Slack, to a sheet or by e-mail: an Edit Fields
 * node of the same name in the same place, whose fields are the parameters that say what is sent, so that n8n itself
 * evaluates their expressions there.
 * @param isApproved what a person decides where the example asks
 * @param outside the types of the nodes that get one
 */
export const withStandIns = (
	workflow: WorkflowDefinition,
	isApproved = true,
	outside = OUTSIDE,
): WorkflowDefinition =>
	withNodes(workflow, (node) => (outside.includes(node.type) ? standIn(node, isApproved) : node));

/** An example in which a person has chosen the credential of the package: not every version finds it by its name. */
export const withCredential = (
	workflow: WorkflowDefinition,
	{ id, name, type }: CredentialReference,
): WorkflowDefinition =>
	withNodes(workflow, (node) =>
		node.credentials?.[type] ? { ...node, credentials: { [type]: { id, name } } } : node,
	);
