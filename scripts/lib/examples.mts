import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { CredentialReference, WorkflowDefinition } from './n8nApi.mts';
import { ROOT } from './paths.mts';
import { parsed } from './json.mts';

export const EXAMPLES = path.join(ROOT, 'examples');

/** The name of the package's credential in the examples. */
export const CREDENTIAL = 'Video Subscription account';

/** The names of the example workflows' files, without `.json`. */
export const exampleNames = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => path.basename(file, '.json'))
	.sort();

export function readExample(name: string): WorkflowDefinition {
	return parsed(readFileSync(path.join(EXAMPLES, `${name}.json`), 'utf8'));
}

const SHEET = 'n8n-nodes-base.googleSheets';

/** Nodes whose services neither tests nor the demo can reach. */
export const UNREACHABLE =
	'airtable googleSheets hubspot mailchimp httpRequest awsS3 zendesk zendeskTrigger'
		.split(' ')
		.map((name) => `n8n-nodes-base.${name}`);
const OUTSIDE = [...UNREACHABLE, 'n8n-nodes-base.slack', 'n8n-nodes-base.emailSend'];

const locatorSchema = z.object({ __rl: z.literal(true), value: z.string() });

/** Returns assignments of Edit Fields for the texts in a parameter, those in groups named by their path. */
function assignmentsOf(name: string, value: unknown): INodeParameters[] {
	const text = locatorSchema.safeParse(value).data?.value ?? value;
	if (typeof text === 'string') return [{ id: name, name, type: 'string', value: text }];
	if (typeof text !== 'object' || text === null) return [];
	return Object.entries(text).flatMap(([key, inner]) =>
		assignmentsOf(Array.isArray(text) ? `${name}[${key}]` : `${name}.${key}`, inner),
	);
}

/** Replaces a node but keeps what other nodes and the settings refer to. */
export const replaced = (
	{ id, name, position, onError, alwaysOutputData }: INode,
	[type, typeVersion]: [type: string, typeVersion: number],
	parameters: INodeParameters,
): INode => ({
	id,
	name,
	position,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
	...(onError && { onError }),
	...(alwaysOutputData && { alwaysOutputData }),
});

/** Replaces a node with one that outputs these items. */
export const outputting = (node: INode, items: object[]): INode =>
	replaced(node, ['code', 2], {
		jsCode: `return ${JSON.stringify(items)}.map((json) => ({ json }));`,
	});

/** Rows of people, and of videos: those of the playlist in another order, and one more. */
const ROWS = [
	{ email: 'ada@example.com', name: 'Ada Example', video: 20_027 },
	{ email: 'grace@example.com', name: 'Grace Example', video: 20_001 },
	{ email: 'mary@example.com', name: 'Mary Example', video: 20_026 },
].map((row) => ({ ...row, member: 'yes', until: '2099-12-31' }));

const FILES = ['low-tide.mp4', 'notes.txt'].map((name) => ({ Key: `masters/${name}` }));

const SUBTITLES = [{ data: 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe tide is low.' }];

/** Replaces the trigger of a help desk with a form for a ticket, whose fields have the names of the help desk's. */
const ticketForm = (node: INode): INode => ({
	...replaced(node, ['formTrigger', 2.2], {
		authentication: 'basicAuth',
		formTitle: 'New ticket',
		formDescription: 'In place of Zendesk.',
		formFields: {
			values: [
				{ fieldLabel: 'ticket.id', requiredField: true },
				{ fieldLabel: 'ticket.requester.email', fieldType: 'email', requiredField: true },
			],
		},
		responseMode: 'lastNode',
		options: { path: 'new-ticket' },
	}),
	webhookId: 'new-ticket',
});

const noteSchema = z.object({
	id: z.string(),
	updateFields: z.object({ internalNote: z.string() }),
});

/** Replaces the step that writes a note into a ticket with a page that shows it. */
function notePage(node: INode): INode {
	const { id, updateFields } = noteSchema.parse(node.parameters);
	const page = replaced(node, ['form', 1], {
		operation: 'completion',
		respondWith: 'text',
		completionTitle: `=Internal note in ticket ${id.replace(/^=/, '')}`,
		completionMessage: updateFields.internalNote,
		options: {},
	});
	return { ...page, webhookId: 'note-in-the-ticket' };
}

/**
 * Replaces a node with Edit Fields: its texts are the fields, with n8n evaluating their expressions. What it asks a person
 * is approved.
 */
function standIn(node: INode): INode {
	const { type, parameters } = node;
	const isSheet = type === SHEET;
	// A sheet is read unless another operation is set.
	const isRead = isSheet && (parameters.operation ?? 'read') === 'read';
	if (isRead || type.endsWith('.airtable')) return outputting(node, ROWS);
	if (type.endsWith('.awsS3')) return outputting(node, FILES);
	if (type.endsWith('.zendeskTrigger')) return ticketForm(node);
	if (type.endsWith('.zendesk')) return notePage(node);
	if (String(parameters.url).includes('.vtt')) return outputting(node, SUBTITLES);
	const texts = Object.entries(parameters).flatMap(([name, value]) => assignmentsOf(name, value));
	const value = JSON.stringify({ approved: true });
	const decision = { id: 'data', name: 'data', type: 'object', value };
	const isAsked = parameters.operation === 'sendAndWait';
	return replaced(node, ['set', 3.4], {
		assignments: { assignments: isAsked ? [...texts, decision] : texts },
		options: {},
		// A written row consists of the input's fields.
		...(isSheet && { includeOtherFields: true }),
	});
}

/** The credentials with which forms, webhooks, chats and MCP servers let people in, by their kind of authentication. */
const DOORS: Record<string, string> = {
	basicAuth: 'httpBasicAuth',
	bearerAuth: 'httpBearerAuth',
	headerAuth: 'httpHeaderAuth',
};

/** Returns the types of the credentials that a node needs: a form has none until somebody chooses one. */
export function credentialTypesOf({ type, parameters, credentials = {} }: INode): string[] {
	const isDoor = /\.(formTrigger|webhook|chatTrigger|mcpTrigger)$/.test(type);
	const door = isDoor ? DOORS[String(parameters.authentication)] : undefined;
	return [...Object.keys(credentials), ...(door ? [door] : [])];
}

/** Changes each node of a workflow. */
export const withNodes = (
	workflow: WorkflowDefinition,
	change: (node: INode) => INode,
): WorkflowDefinition => ({ ...workflow, nodes: workflow.nodes.map(change) });

/**
 * Replaces the nodes that would contact Slack, a sheet or another outside service.
 * @param outside the node types to replace
 */
export const withStandIns = (workflow: WorkflowDefinition, outside = OUTSIDE): WorkflowDefinition =>
	withNodes(workflow, (node) => (outside.includes(node.type) ? standIn(node) : node));

/** Selects a credential in all nodes that use one of its type: not every version of n8n finds it by its name. */
export const withCredential = (
	workflow: WorkflowDefinition,
	{ id, name, type }: CredentialReference,
): WorkflowDefinition =>
	withNodes(workflow, (node) =>
		credentialTypesOf(node).includes(type)
			? { ...node, credentials: { [type]: { id, name } } }
			: node,
	);
