/** What one character can be: 64 of them, none of which JSON has to escape. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A digit holds five bits of a number; the sixth tells that more digits follow. */
const BASE = 32;

/** Writes whole numbers of any size, 0 or more, small ones shortest. */
export function packNumbers(numbers: number[]): string {
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

/** The number that begins at this place, and where the next one does. */
export function unpackNumber(text: string, from: number): { number: number; next: number } {
	let number = 0;
	let weight = 1;
	for (let place = from; place < text.length; place++) {
		const digit = DIGITS.indexOf(text[place]);
		number += (digit % BASE) * weight;
		weight *= BASE;
		if (digit < BASE) return { number, next: place + 1 };
	}
	return { number, next: text.length };
}

export function unpackNumbers(text: string): number[] {
	const numbers: number[] = [];
	for (let place = 0; place < text.length; ) {
		const { number, next } = unpackNumber(text, place);
		numbers.push(number);
		place = next;
	}
	return numbers;
}
