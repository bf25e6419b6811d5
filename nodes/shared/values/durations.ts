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

/**
 * Formats how long to wait, rounded up to seconds, minutes or hours.
 *
 * @example toWaitingTime(3_600_000) // 'an hour'
 */
export function toWaitingTime(milliseconds: number): string {
	const seconds = Math.ceil(milliseconds / 1000);
	if (seconds === 1) return 'a second';
	if (seconds < 120) return seconds === 60 ? 'a minute' : `${seconds} seconds`;
	const minutes = Math.ceil(seconds / 60);
	if (minutes < 120) return minutes === 60 ? 'an hour' : `${minutes} minutes`;
	return `${Math.ceil(minutes / 60)} hours`;
}

/** Formats milliseconds as minutes. */
export function inMinutes(milliseconds: number): string {
	const minutes = milliseconds / MINUTE_MS;
	return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
