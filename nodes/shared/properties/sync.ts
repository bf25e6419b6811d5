import type { INodeProperties } from 'n8n-workflow';

import { limitField, type LimitTexts } from '../sync/limit';
import { dryRunField, switchField } from './fields';

/** Returns Dry Run, which is on, and Stop If More Than for the top level of a panel. */
export function syncFields(texts: LimitTexts, description: string): INodeProperties[] {
	return [
		dryRunField(),
		limitField(texts, { name: 'stopIfMoreThan', default: '10%', description }),
	];
}

/** Returns Output Unchanged, an option of both Sync operations. */
export function outputUnchangedField(plural: string): INodeProperties {
	const description = `Whether to return unchanged ${plural} too`;
	return { ...switchField('Output Unchanged', 'outputUnchanged', description), default: false };
}
