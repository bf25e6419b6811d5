import type { INodeProperties } from 'n8n-workflow';

import { TIMEOUT_FIELD } from '../request/waitUntil';
import { switchField } from './fields';

/** The field of a limit. */
export interface LimitField {
	/** Its name: `stopIfMoreRevokedThan`. */
	name: string;
	/** Its display name: `Stop If More Revoked Than`. */
	label: string;
	/** Whether the limit may be a percentage of the records that are there now. */
	takesPercent: boolean;
}

/** Returns the text field of a limit, with the value that it begins with. Its hint says of what it is the limit. */
export function limitField(
	{ name, label, takesPercent }: LimitField,
	usual: string,
	texts: Pick<INodeProperties, 'hint' | 'description'>,
): INodeProperties {
	const placeholder = takesPercent ? 'e.g. 25 or 10%' : 'e.g. 100';
	return { displayName: label, name, type: 'string', placeholder, default: usual, ...texts };
}

/** Returns the required field of an operation that waits. */
export function timeoutField(minutes: number, description: string): INodeProperties {
	return {
		...TIMEOUT_FIELD,
		type: 'number',
		typeOptions: { minValue: 1 },
		default: minutes,
		required: true,
		description,
	};
}

/** Returns Output Unchanged, an option of both Sync operations. */
export function outputUnchangedField(plural: string): INodeProperties {
	const description = `Whether to return unchanged ${plural} too`;
	return { ...switchField('Output Unchanged', 'outputUnchanged', description), default: false };
}
