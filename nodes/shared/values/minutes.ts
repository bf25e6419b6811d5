import { MINUTE_MS } from '../concurrency/clock';
import { invalidParameter } from './parameterErrors';
import { quote } from './text';
import { parseNumber } from './checks';

/** Returns a duration in minutes as milliseconds. Throws for anything but a number above 0. */
export function requireMinutes(value: unknown, label: string, remedy: string): number {
	const minutes = parseNumber(value);
	if (minutes !== undefined && minutes > 0) return minutes * MINUTE_MS;
	throw invalidParameter(label, `is not a number above 0: ${quote(value)}`, remedy);
}
