import { DIGITS, packNumbers, unpackNumber, unpackNumbers } from './digits';
import { bestBits, BitReader, BitWriter } from './rice';

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

function unsigned(number: number): number {
	return number < 0 ? -2 * number - 1 : 2 * number;
}

function signed(number: number): number {
	return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
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
