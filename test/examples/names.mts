// What people see in n8n: the names of nodes, of fields, and of what is outside of them.
import { createRequire } from 'node:module';
import type { INodeTypeDescription } from 'n8n-workflow';

/** n8n's own nodes. */
export const descriptions = createRequire(import.meta.url)(
	'n8n-nodes-base/dist/types/nodes.json',
) as INodeTypeDescription[];

/** What n8n shows outside of a node's parameters, and other services in their own pages. */
export const MENU = [
	...['+', '⋯', '⋯ > Settings', 'Settings', 'Import', 'Save', 'Install', 'Executions'],
	...['Community nodes', 'Install a community node', 'npm Package Name', 'From file', 'Publish'],
	...['On Error', 'Stop', 'Continue', 'Continue (using error output)', 'Retry On Fail'],
	...['Execute step', 'Fetch Test Event', 'More details', 'Credential', 'Create new credential'],
	...['Allowed HTTP Request Domains', 'Help', 'About', 'Edit Fields', 'None', 'Trigger manually'],
	...['Security', 'Report a vulnerability'],
	'Always Output Data',
	'Approve',
	'Bearer Auth',
	'Data tables > video_access_log',
	'Decline',
	'Error Workflow',
	'Execute workflow',
	'Hmac Secret',
	'Make Chat Publicly Available',
	'Open chat',
	'Path',
	'Production URL',
	'Retry',
	'System Message',
	'test mode',
	'Workbench > Events',
];

/** Returns all names that the panel of a node shows. */
export function namesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		typeof inner === 'string' && ['displayName', 'name', 'fieldLabel'].includes(key)
			? [inner]
			: namesIn(inner),
	);
}
