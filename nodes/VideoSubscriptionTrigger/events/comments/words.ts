import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { findFilter, sorted } from '../../filters';
import { assertRequired, requireText } from '../../../shared/values/checks';
import { splitText } from '../../../shared/values/listEntries';
import { invalidParameter } from '../../../shared/values/parameterErrors';
import { quote } from '../../../shared/values/text';

/** Returns the field With Words. */
export const wordsField = (): INodeProperties => ({
	displayName: 'With Words',
	name: 'words',
	type: 'string',
	default: '',
	placeholder: 'e.g. spam, casino, free followers',
	description:
		'Only comments that contain one of these words, separated by commas. Case, accents, skin tones and invisible characters do not matter. Only whole words match, in languages that put blanks between words.',
});

/** Characters that nobody sees, accents (marks of letters in any script whose vowels are not marks), and skin tones. */
const IGNORED =
	/\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}|\p{Cf}|(?!\s)\p{Cc}|(?![\u3099\u309A])\p{Script=Inherited}|(?=[\p{Script=Arabic}\p{Script=Hebrew}])\p{M}/gu;

/** Returns a text in the form in which words are compared: whatever its width, accents, case, skin tones and invisible characters. */
const toComparable = (text: string): string =>
	text.normalize('NFKD').replace(IGNORED, '').toUpperCase().trim();

/** Letters of scripts that put no blanks between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
	.map((script) => String.raw`\p{Script_Extensions=${script}}`)
	.join('');

/** A character of a word in a script with blanks between words, for use in a lookaround. */
const WORD_SIGN = String.raw`(?![${UNSPACED}])[\p{L}\p{N}\p{M}]`;
const STARTS_WORD = new RegExp(`^${WORD_SIGN}`, 'u');
const ENDS_WORD = new RegExp(`${WORD_SIGN}$`, 'u');

const IS_LETTER = /[\p{L}\p{N}\p{M}]/u;

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');

/** Returns what may stand between two words of an entry: any signs between letters, and blanks beside a sign of the entry. */
function separatorOf(before: string, after: string): string {
	const isBetweenLetters = [[...before].at(-1), [...after][0]].every((edge = '') =>
		IS_LETTER.test(edge),
	);
	return isBetweenLetters ? String.raw`[^\p{L}\p{N}\p{M}]+` : String.raw`\s+`;
}

/** Returns the source of the expression that finds an entry, with its signs and as whole words. */
function sourceOf(entry: string): string {
	const plain = toComparable(entry);
	const words = plain.split(/\s+/u);
	const source = words
		.map((word, index) => {
			const before = words[index - 1];
			return (before === undefined ? '' : separatorOf(before, word)) + escaped(word);
		})
		.join('');
	const start = STARTS_WORD.test(plain) ? `(?<!${WORD_SIGN})` : '';
	const end = ENDS_WORD.test(plain) ? `(?!${WORD_SIGN})` : '';
	return `${start}${source}${end}`;
}

/** Returns a function that finds one of the words in a text. */
export function wordFinder(words: string[]): (text: string) => boolean {
	const pattern = new RegExp(words.map(sourceOf).join('|'), 'u');
	return (text) => pattern.test(toComparable(text));
}

/**
 * Reads the words, in one order; none where the filter is not added.
 *
 * @throws UserError when it is empty, which would match every comment, and for an entry that no comment can contain
 */
export function readWords(context: IPollFunctions): string[] {
	const field = wordsField();
	const value = findFilter(context, field.name);
	if (value === undefined) return [];
	const list: unknown[] = typeof value === 'string' ? splitText(value.trim()) : [value].flat();
	const entries = list.filter(
		(entry) => entry !== null && entry !== undefined && !/^\s*$/u.test(String(entry)),
	);
	assertRequired(entries.length === 0 ? undefined : entries, field);
	const words = entries.map((entry) => {
		const text = requireText(entry, field).trim();
		if (toComparable(text) !== '') return text;
		throw invalidParameter(
			field.displayName,
			`has an entry that no comment can contain: ${quote(text)}`,
			'Remove the entry, or enter it with a letter, a digit or a sign that people can see.',
		);
	});
	return sorted(words);
}
