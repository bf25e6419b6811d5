import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import { ROOT } from './paths.mts';
import { parsed } from './json.mts';

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

const SHEET = 'n8n-nodes-base.googleSheets';

/** Outside services that no test and no demo can reach. */
export const UNREACHABLE = ['slack', 'googleSheets', 'hubspot', 'mailchimp', 'httpRequest'].map(
	(name) => `n8n-nodes-base.${name}`,
);
const OUTSIDE = [...UNREACHABLE, 'n8n-nodes-base.emailSend'];

const locatorSchema = z.object({ __rl: z.literal(true), value: z.string() });

/** The texts of a parameter, of a locator its value; those within a group by their path, as Edit Fields writes it. */
function textsOf(name: string, value: unknown): INodeParameters[] {
	const locator = locatorSchema.safeParse(value);
	const text = locator.success ? locator.data.value : value;
	if (typeof text === 'string') return [{ id: name, name, type: 'string', value: text }];
	if (typeof text !== 'object' || text === null) return [];
	return Object.entries(text).flatMap(([key, inner]) =>
		textsOf(Array.isArray(text) ? `${name}[${key}]` : `${name}.${key}`, inner),
	);
}

/** What a node that waits for a person's decision goes on with. */
const decision = (isApproved: boolean): INodeParameters => ({
	id: 'data',
	name: 'data',
	type: 'object',
	value: JSON.stringify({ approved: isApproved }),
});

/** A node in the place of one that reads a sheet, which has no operation in its file. */
function standInSheet({ id, name, position, onError, alwaysOutputData }: INode): INode {
	const rows = ['ada', 'grace', 'half@'].map((email) => ({ email: `${email}@example.com` }));
	const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
	return {
		...{ id, name, position, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		...(onError && { onError }),
		...(alwaysOutputData && { alwaysOutputData }),
	};
}

/** An n8n node in the place of one that would tell an outside service: it gives what that one would be told. */
function standIn(node: INode, isApproved: boolean): INode {
	const { id, name, position, parameters, onError } = node;
	if (node.type === SHEET && parameters.operation === undefined) return standInSheet(node);
	const told = Object.entries(parameters).flatMap(([name, value]) => textsOf(name, value));
	const isAsked = parameters.operation === 'sendAndWait';
	const assignments = isAsked ? [...told, decision(isApproved)] : told;
	return {
		id,
		name,
		position,
		...(onError && { onError }),
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			assignments: { assignments },
			options: {},
			// A sheet is told the row that comes in.
			...(node.type === SHEET && { includeOtherFields: true }),
		},
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
