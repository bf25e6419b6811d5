import type { INodeProperties } from 'n8n-workflow';

/** A text in the panel. */
export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}
