// The numbers in a text, in digits and in words, and whether an example has them.
import { spellOut } from '../../scripts/docs/numbers.mts';
import { readExample } from '../../scripts/lib/examples.mts';
import { boxesOf } from './facts.mts';

const COUNTED = Array.from({ length: 19 }, (_, index) => index + 2);
const WORDS: Record<string, number> = {
	...Object.fromEntries(COUNTED.map((number) => [spellOut(number), number])),
	...{ thirty: 30, forty: 40, fifty: 50 },
};
const LARGER_WORDS = Object.keys(WORDS).filter((word) => word !== 'two');

const UNIT = '(?:second|minute|hour|day|week|month|year)';
const NUMBER = new RegExp(
	[
		String.raw`(?<![\w.#:/-])\d[\d,]*(?:\.\d+)*(?!:?\d)(?: (?:AM|PM|${UNIT}s?)\b)?`,
		String.raw`\b(?:${LARGER_WORDS.join('|')})\b(?: ${UNIT}s?\b)?`,
		// Of the smaller ones, only durations: "a row" and "two people" count nothing.
		String.raw`\b(?:half an?|two) ${UNIT}s?\b`,
		String.raw`(?<=\b(?:about|after|for|in|than|within) )an? (?!second\b)${UNIT}\b`,
	].join('|'),
	'gi',
);

/** Returns a text in one line, with dots for what stands in backticks. */
const asRead = (text: string): string =>
	text.replaceAll(/\s+/g, ' ').replaceAll(/`[^`]*`/g, (code) => '·'.repeat(code.length));

/**
 * Returns the numbers of a text, apart from those in backticks.
 *
 * @param known parts of the text whose numbers are explained
 */
export function numbersIn(text: string, known: string[] = []): string[] {
	const line = text.replaceAll(/\s+/g, ' ');
	const isKnown = (at: number) =>
		known.some((part) => {
			const start = line.lastIndexOf(part, at);
			return start !== -1 && at < start + part.length;
		});
	return [...asRead(text).matchAll(NUMBER)]
		.filter(({ index }) => !isKnown(index))
		.map(([number]) => number.replace(/[,.]$/, ''));
}

/** Returns the pattern of a number as the file of a workflow has it. */
function patternOf(number: string): RegExp {
	const [, small, unit] = /^(half an?|an?) (\w+)$/i.exec(number) ?? [];
	if (unit === 'week') return /week|(?<![\w.])7(?![\w.])/i;
	if (unit !== undefined) return new RegExp(small?.startsWith('half') ? '30' : unit, 'i');
	const [first = '', counted = ''] = number.split(' ');
	const digits = WORDS[first.toLowerCase()] ?? Number(first.replaceAll(',', ''));
	const value = String.raw`(?<![\w.])${counted === 'PM' ? digits + 12 : digits}(?![\w.]|,\d{3})`;
	if (!new RegExp(`^${UNIT}s?$`).test(counted)) return new RegExp(`${value}|\\b${first}\\b`, 'i');
	// A wait has its amount beside its unit, a schedule its hours.
	const time = counted.replace(/s$/, '');
	return new RegExp(`${value}.{0,90}?${time}|${time}.{0,90}?${value}|\\b${first} ${time}`, 'i');
}

/** Returns the numbers of a text that no box of an example has, neither as a value nor as a word. */
export function strangeNumbers(example: string, text: string, known: string[] = []): string[] {
	const { settings } = readExample(example);
	const values = boxesOf(example).map(({ name, parameters }) => ({ name, parameters }));
	const all = JSON.stringify([settings, values]);
	return numbersIn(text, known).filter((number) => !patternOf(number).test(all));
}
