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

/** The number that begins at this place, and where the next one does. */
function unpackNumber(text: string, from: number): { number: number; next: number } {
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

function unpackNumbers(text: string): number[] {
	const numbers: number[] = [];
	for (let place = 0; place < text.length; ) {
		const { number, next } = unpackNumber(text, place);
		numbers.push(number);
		place = next;
	}
	return numbers;
}

function unsigned(number: number): number {
	return number < 0 ? -2 * number - 1 : 2 * number;
}

function signed(number: number): number {
	return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

/** Bits of a digit. */
const DIGIT_BITS = 6;

/** Bits of the largest whole number. */
const NUMBER_BITS = 53;

/** A number whose quotient has more bits than this is written out instead (Rice code, escaped). */
const LONGEST_QUOTIENT = 20;

class BitWriter {
	text = '';

	private digit = 0;

	private weight = 1;

	write(bit: number): void {
		this.digit += bit * this.weight;
		this.weight *= 2;
		if (this.weight === 2 ** DIGIT_BITS) this.finish();
	}

	writeNumber(number: number, bits: number): void {
		let rest = number;
		for (let bit = 0; bit < bits; bit++) {
			this.write(rest % 2);
			rest = Math.floor(rest / 2);
		}
	}

	/** A Rice code: quotient by 2 ** bits as ones and a zero, then the remainder. */
	writeRice(number: number, bits: number): void {
		const quotient = Math.floor(number / 2 ** bits);
		const isEscaped = quotient > LONGEST_QUOTIENT;
		const ones = isEscaped ? LONGEST_QUOTIENT + 1 : quotient;
		for (let one = 0; one < ones; one++) this.write(1);
		if (isEscaped) return this.writeNumber(number, NUMBER_BITS);
		this.write(0);
		this.writeNumber(number % 2 ** bits, bits);
	}

	finish(): void {
		if (this.weight > 1) this.text += DIGITS[this.digit];
		this.digit = 0;
		this.weight = 1;
	}
}

class BitReader {
	private place = 0;

	constructor(private readonly text: string) {}

	private read(): number {
		const digit = DIGITS.indexOf(this.text[Math.floor(this.place / DIGIT_BITS)] ?? 'A');
		return (digit >> this.place++ % DIGIT_BITS) & 1;
	}

	readNumber(bits: number): number {
		let number = 0;
		for (let bit = 0; bit < bits; bit++) number += this.read() * 2 ** bit;
		return number;
	}

	readRice(bits: number): number {
		let quotient = 0;
		while (quotient <= LONGEST_QUOTIENT && this.read() === 1) quotient++;
		if (quotient > LONGEST_QUOTIENT) return this.readNumber(NUMBER_BITS);
		return quotient * 2 ** bits + this.readNumber(bits);
	}
}

function riceLength(number: number, bits: number): number {
	const quotient = Math.floor(number / 2 ** bits);
	return quotient > LONGEST_QUOTIENT ? LONGEST_QUOTIENT + 1 + NUMBER_BITS : quotient + 1 + bits;
}

/** The parameter of the Rice code that writes these numbers shortest. */
function bestBits(numbers: number[]): number {
	let best = { bits: 0, length: Infinity };
	const largest = numbers.reduce((max, number) => Math.max(max, number), 0);
	for (let bits = 0; bits === 0 || 2 ** (bits - 1) <= largest; bits++) {
		const length = numbers.reduce((sum, number) => sum + riceLength(number, bits), 0);
		if (length < best.length) best = { bits, length };
	}
	return best.bits;
}

/** Runs of ids that follow each other: how far from the one before, and how many more ids each has. */
function runsOf(sorted: number[]): { gaps: number[]; lengths: number[] } {
	const gaps: number[] = [];
	const lengths: number[] = [];
	let last = -2;
	for (const id of sorted) {
		if (id === last + 1) {
			lengths[lengths.length - 1]++;
		} else {
			gaps.push(id - last - 2);
			lengths.push(0);
		}
		last = id;
	}
	return { gaps, lengths };
}

/**
 * Writes ids as a short text: as many bits an id as the gaps between them need, which is about one
 * character for each where one of twenty ids is there, and next to nothing where they all are.
 *
 * @returns what {@link unpackIds} reads back, in ascending order
 */
export function packIds(ids: Iterable<number>): string {
	const { gaps, lengths } = runsOf([...ids].sort((a, b) => a - b));
	if (gaps.length === 0) return '';
	const [gapBits, lengthBits] = [bestBits(gaps), bestBits(lengths)];
	const writer = new BitWriter();
	gaps.forEach((gap, index) => {
		writer.writeRice(gap, gapBits);
		writer.writeRice(lengths[index], lengthBits);
	});
	writer.finish();
	return DIGITS[gapBits] + DIGITS[lengthBits] + packNumbers([gaps.length]) + writer.text;
}

export function unpackIds(text: string): number[] {
	const [gapBits, lengthBits] = [DIGITS.indexOf(text[0]), DIGITS.indexOf(text[1])];
	const { number: runs, next } = unpackNumber(text, 2);
	const reader = new BitReader(text.slice(next));
	const ids: number[] = [];
	let last = -2;
	for (let run = 0; run < runs; run++) {
		last += reader.readRice(gapBits) + 2;
		ids.push(last);
		for (let more = reader.readRice(lengthBits); more > 0; more--) ids.push(++last);
	}
	return ids;
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
