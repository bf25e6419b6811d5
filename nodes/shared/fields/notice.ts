import type { INodeProperties } from 'n8n-workflow';

export function notice(name: string, displayName: string): INodeProperties {
	return { displayName, name, type: 'notice', default: '' };
}
