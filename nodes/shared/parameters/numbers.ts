import type { Transform } from './transform';
import { invalidParameter, quote } from './errors';

const DECIMAL = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** A number that is finite, also one that arrives as decimal text; `undefined` for anything else. */
export function requireNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && DECIMAL.test(value.trim());
	const number = isText ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A whole number that is held exactly, also one that arrives as text; `undefined` for anything else. */
export function requireWholeNumber(value: unknown): number | undefined {
	const number = requireNumber(value);
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
	const number = requireWholeNumber(value);
	if (number !== undefined && number >= (min ?? number) && number <= (max ?? number)) return number;
	const range = rangeText(min, max);
	throw invalidParameter(
		label,
		`is not a whole number${range}: ${quote(value)}`,
		`Give a whole number${range}, such as ${Math.max(min ?? 1, 1)}. If ${label} holds an expression, check what the item has.`,
	);
}

/** A switch that the service takes as 1 or 0 (docs/service.md, Customers). */
export const asInteger: Transform = (value) => Number(value);
