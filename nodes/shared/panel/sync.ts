import type { INodeProperties } from 'n8n-workflow';

import { switchField } from './fields';

/** Returns Output Unchanged, an option of both Sync operations. */
export function outputUnchangedField(plural: string): INodeProperties {
	const description = `Whether to return unchanged ${plural} too`;
	return { ...switchField('Output Unchanged', 'outputUnchanged', description), default: false };
}
