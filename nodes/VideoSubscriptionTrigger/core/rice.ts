import { DIGITS } from './digits';

/** Bits of a digit. */
const DIGIT_BITS = 6;

/** Bits of the largest whole number. */
const NUMBER_BITS = 53;

/** A number whose quotient has more bits than this is written out instead (Rice code, escaped). */
const LONGEST_QUOTIENT = 20;

export class BitWriter {
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

export class BitReader {
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
export function bestBits(numbers: number[]): number {
	let best = { bits: 0, length: Infinity };
	const largest = numbers.reduce((max, number) => Math.max(max, number), 0);
	for (let bits = 0; bits === 0 || 2 ** (bits - 1) <= largest; bits++) {
		const length = numbers.reduce((sum, number) => sum + riceLength(number, bits), 0);
		if (length < best.length) best = { bits, length };
	}
	return best.bits;
}
