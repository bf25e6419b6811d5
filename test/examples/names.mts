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

/** A switch that a text names, and whether it is to be on. */
interface NamedSwitch {
	label: string;
	isOn: boolean;
	/** Whether somebody is to turn it, so that it is the other way before. */
	isTurned: boolean;
}

const SWITCH = /\b(turn|with) (?:(on|off) )?\*\*([^*]+)\*\*(?: (on|off)\b)?/gi;

/** Returns the switches that a text names: "Turn **Dry Run** off", "turn on **Dry Run**" or "with **Dry Run** on". */
export const switchesIn = (text: string): NamedSwitch[] =>
	[...text.replaceAll(/\s+/g, ' ').matchAll(SWITCH)].flatMap(
		([, verb = '', before, label = '', after]) => {
			const state = before ?? after;
			const isTurned = verb.toLowerCase() === 'turn';
			return state === undefined
				? []
				: [{ label: label.replace(/^.* > /, ''), isOn: state === 'on', isTurned }];
		},
	);

/** Returns the names and the defaults of the switches that a panel calls so. */
export function definitionsOf(
	label: string,
	value: unknown,
): Array<{ name: string; isOn: boolean }> {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name, default: isOn } = Object.fromEntries(Object.entries(value));
	if (displayName === label && typeof name === 'string' && typeof isOn === 'boolean')
		return [{ name, isOn }];
	return Object.values(value).flatMap((inner) => definitionsOf(label, inner));
}
