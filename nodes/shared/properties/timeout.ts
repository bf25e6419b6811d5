import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { parseNumber } from '../parameters/values';
import { invalidParameter, quote } from '../parameters/errors';

const MINUTE_MS = 60_000;

export function timeoutField(minutes: number, description: string): INodeProperties {
	return {
		displayName: 'Timeout (Minutes)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: minutes,
		required: true,
		description,
	};
}

export function timeoutOf(context: IExecuteSingleFunctions): number {
	const value: unknown = context.getNodeParameter('timeout', null);
	const minutes = parseNumber(value);
	if (minutes !== undefined && minutes > 0) return minutes * MINUTE_MS;
	throw invalidParameter(
		'Timeout (Minutes)',
		`is not a number above 0: ${quote(value)}`,
		'Type how many minutes to wait at most, such as 30.',
	);
}

/** Formats milliseconds as minutes. */
export function inMinutes(milliseconds: number): string {
	const minutes = milliseconds / MINUTE_MS;
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
