const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A digit holds five bits of a number; the sixth tells that more digits follow. */
const BASE = 32;

/** Writes whole numbers of any size, 0 or more, small ones shortest. */
function packNumbers(numbers: number[]): string {
	let text = '';
	for (const number of numbers) {
		let rest = number;
		do {
			const digit = rest % BASE;
			rest = Math.floor(rest / BASE);
			text += DIGITS[rest > 0 ? digit + BASE : digit];
		} while (rest > 0);
	}
	return text;
}

function unpackNumbers(text: string): number[] {
	const numbers: number[] = [];
	let number = 0;
	let weight = 1;
	for (const character of text) {
		const digit = DIGITS.indexOf(character);
		number += (digit % BASE) * weight;
		weight *= BASE;
		if (digit >= BASE) continue;
		numbers.push(number);
		number = 0;
		weight = 1;
	}
	return numbers;
}

function unsigned(number: number): number {
	return number < 0 ? -2 * number - 1 : 2 * number;
}

function signed(number: number): number {
	return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

/**
 * Writes ids as a short text: about two characters an id, less where they follow each other.
 *
 * @returns what {@link unpackIds} reads back, in ascending order
 */
export function packIds(ids: Iterable<number>): string {
	return packTimes(new Map([...ids].map((id) => [id, 0])));
}

export function unpackIds(text: string): number[] {
	return [...unpackTimes(text).keys()];
}

/**
 * Writes ids with a moment each, in seconds: three to six characters an id, nothing for one that
 * follows the id before it within the same second.
 *
 * @returns what {@link unpackTimes} reads back, ordered by moment and id
 */
export function packTimes(times: Map<number, number>): string {
	const numbers: number[] = [];
	let last = { id: 0, at: 0 };
	let run = 0;
	const sorted = [...times].sort(([a, atA], [b, atB]) => atA - atB || a - b);
	for (const [id, at] of sorted) {
		if (numbers.length > 0 && at === last.at && id === last.id + 1) {
			run++;
		} else {
			if (numbers.length > 0) numbers.push(run);
			numbers.push(at - last.at, unsigned(id - last.id));
			run = 0;
		}
		last = { id, at };
	}
	return packNumbers(numbers.length > 0 ? [...numbers, run] : []);
}

export function unpackTimes(text: string): Map<number, number> {
	const times = new Map<number, number>();
	const numbers = unpackNumbers(text);
	let last = { id: 0, at: 0 };
	for (let index = 0; index + 2 < numbers.length; index += 3) {
		last = { id: last.id + signed(numbers[index + 1]), at: last.at + numbers[index] };
		times.set(last.id, last.at);
		for (let run = numbers[index + 2]; run > 0; run--) {
			last = { id: last.id + 1, at: last.at };
			times.set(last.id, last.at);
		}
	}
	return times;
}
