import type { Transform } from './transform';
import { invalidParameter, quote } from './errors';

const DECIMAL = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Parses a finite number, also from decimal text; `undefined` for anything else. */
export function parseNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isText ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Parses a whole number up to 2^53, also from text; `undefined` for anything else. */
export function parseWholeNumber(value: unknown): number | undefined {
	const number = parseNumber(value);
	return Number.isSafeInteger(number) ? number : undefined;
}

function rangeText(min?: number, max?: number): string {
	if (min === undefined) return '';
	return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

export function requireWholeNumberFrom(
	value: unknown,
	label: string,
	min?: number,
	max?: number,
): number {
	const number = parseWholeNumber(value);
	if (number !== undefined && number >= (min ?? number) && number <= (max ?? number)) return number;
	const range = rangeText(min, max);
	throw invalidParameter(
		label,
		`is not a whole number${range}: ${quote(value)}`,
		`Give a whole number${range}, such as ${Math.max(min ?? 1, 1)}. If ${label} holds an expression, check what the item has.`,
	);
}

/** Converts a switch to the 1 or 0 that the service takes (docs/service.md, Customers). */
export const asInteger: Transform = (value) => Number(value);
