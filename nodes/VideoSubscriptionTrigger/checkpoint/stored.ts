import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/json';

function damaged(name: string): never {
	throw new Error(`The saved ${name} is damaged`);
}

/** Parts of a saved state, each checked: whatever reads a damaged one throws, and starts afresh. */
export const stored = {
	object(value: unknown, name: string): IDataObject {
		return isObject(value) ? value : damaged(name);
	},

	number(value: unknown, name: string): number {
		return typeof value === 'number' && Number.isSafeInteger(value) ? value : damaged(name);
	},

	optionalNumber(value: unknown, name: string): number | undefined {
		return value === undefined || value === null ? undefined : stored.number(value, name);
	},

	text(value: unknown, name: string): string {
		return typeof value === 'string' ? value : damaged(name);
	},

	objects(value: unknown, name: string): IDataObject[] {
		return Array.isArray(value) && value.every(isObject) ? value : damaged(name);
	},
};
