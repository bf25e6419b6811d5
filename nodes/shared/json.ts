import type { IDataObject } from 'n8n-workflow';

/** Whether unknown JSON is an object, and neither an array nor null. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
