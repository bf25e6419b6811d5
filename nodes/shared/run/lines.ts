// The texts of a run. A report becomes lines, once: the hint has them in a paragraph, the summary one below the other, and
// what stopped a run is the first of them.
import { NodeApiError } from 'n8n-workflow';

import { isOfNoRow } from '../client/errors';
import { rowNote } from '../request/operation';
import { parseEmailAddress } from '../values/email';
import { safeLine } from '../values/safeText';
import { formatCount } from '../values/text';
import type { EarlierWrites } from './execution';
import type { ExceededLimit, OutcomeTable, OutcomeWords, Report, Result } from './report';

/** @example countText({ one: 'lost access', predicted: 'would lose access' }, 2, true) // '2 would lose access' */
function countText(
	{ one, several = one, predicted }: OutcomeWords,
	count: number,
	isPredicted = false,
): string {
	const done = count === 1 ? one : several;
	return `${formatCount(count)} ${(isPredicted ? predicted : undefined) ?? done}`;
}

/** Groups results by outcome, in the order of the table. */
const byOutcome = (results: Result[], outcomes: OutcomeTable): Array<[OutcomeWords, Result[]]> =>
	Object.entries(outcomes)
		.map(([name, words]): [OutcomeWords, Result[]] => [
			words,
			results.filter(({ outcome }) => outcome === name),
		])
		.filter(([, own]) => own.length > 0);

/** Splits results into real ones and predicted ones. A row that failed before its Dry Run was read is among the others. */
function splitDry(results: Result[]): { real: Result[]; predicted: Result[] } {
	const isOnlyDry =
		!results.some(({ isDry }) => isDry === false) && results.some(({ isDry }) => isDry);
	const isPredicted = ({ isDry }: Result) => isDry ?? isOnlyDry;
	return {
		real: results.filter((result) => !isPredicted(result)),
		predicted: results.filter(isPredicted),
	};
}

/** Maximum number of rows that a sentence names. */
const MAX_ROWS = 5;

/**
 * Names rows by their numbers, counted from 1.
 *
 * @param indexes the indexes of their items
 * @example rowNumbers([2, 6]) // 'rows 3 and 7'
 */
export function rowNumbers(indexes: number[]): string {
	const numbers = indexes.slice(0, MAX_ROWS).map((index) => String(index + 1));
	const last = indexes.length > MAX_ROWS ? `${indexes.length - MAX_ROWS} more` : numbers.pop();
	const names = numbers.length > 0 ? `${numbers.join(', ')} and ${last}` : last;
	return `row${indexes.length === 1 ? '' : 's'} ${names}`;
}

/**
 * Returns the sentence about rows, by their indexes, about what an earlier row names.
 *
 * @param same what they have in common: `names the same`
 */
export const repeatsNote = (rows: number[], same: string): string =>
	`Skipped because an earlier row ${same}: ${rowNumbers(rows)}.`;

/** Returns the sentence about records that the service counts, and does not list. */
export const unlistedNote = (count: number, noun: string): string =>
	`The service counts more ${noun} than it lists: ${formatCount(count)} more. The list was used as it is.`;

const plural = (total: string, noun: string) => `${total} ${noun}${total === '1' ? '' : 's'}`;

/** @example '148 of 153 customers would have lost access to Premium, more than 10%' */
function exceededWords({ kind, limit, count, current, ...exceeded }: ExceededLimit): string {
	// The current records may leave out some that are removed as well, such as customers whose access has lapsed.
	const counted =
		count <= current ? `${formatCount(count)} of ${formatCount(current)}` : formatCount(count);
	const would = kind.would[exceeded.isDry ? 0 : 1];
	const of = exceeded.name ? ` to ${safeLine(exceeded.name)}` : '';
	const when = exceeded.earlier > 0 ? ' in this execution' : '';
	const allowed = limit.isPercent ? `${limit.amount}%` : formatCount(limit.amount);
	return `${plural(counted, kind.noun)} ${would}${of}${when}, more than ${allowed}`;
}

/** Returns what stops a run: the first limit as a headline, then the others and what to do; `undefined` where none does. */
export function stopOf(
	exceeded: ExceededLimit[],
): { headline: string; details: string } | undefined {
	const [first, ...others] = exceeded.filter(({ isDry }) => !isDry);
	if (!first) return undefined;
	const labels = new Set([first, ...others].map(({ kind }) => kind.label));
	const details = [
		...others.map((other) => `${exceededWords(other)}.`),
		`If the list is right, raise ${[...labels].join(' and ')} in this node, and run it again.`,
	];
	return { headline: `Stopped: ${exceededWords(first)}`, details: details.join(' ') };
}

/** Returns the sentences of a dry run about the limits that would stop a real one; `undefined` where none would. */
export function predictedStop(exceeded: ExceededLimit[]): string | undefined {
	const sentences = exceeded
		.filter(({ isDry }) => isDry)
		.map((one) => `${exceededWords(one)}, so nothing would be done.`);
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Counts results by outcome, in the order of the table. */
const countTexts = (counts: EarlierWrites['counts'], outcomes: OutcomeTable): string =>
	Object.entries(outcomes)
		.flatMap(([name, words]) =>
			counts.filter(([outcome]) => outcome === name).map(([, count]) => countText(words, count)),
		)
		.join(', ');

/** Says that a run has changed nothing, and what earlier ones of the execution have. */
export function nothingChanged(
	{ counts, isUncertain }: EarlierWrites,
	outcomes: OutcomeTable,
): string {
	if (counts.length === 0) return `Nothing ${isUncertain ? 'more ' : ''}was changed.`;
	return `Nothing more was changed. Earlier in this execution: ${countTexts(counts, outcomes)}.`;
}

/** Returns the note about what a run had done before n8n tried it again. */
export const retryNote = (counts: EarlierWrites['counts'], outcomes: OutcomeTable): string[] =>
	counts.length > 0
		? [`Before n8n tried this node again (Retry On Fail): ${countTexts(counts, outcomes)}.`]
		: [];

/** Returns the text as a sentence. */
export const toSentence = (text: string): string => (/[.!?:…]$/.test(text) ? text : `${text}.`);

/** Maximum number of people or things that a line names. */
export const MAX_NAMES_IN_LINE = 3;

/** Maximum number of characters of a name in a line. */
const MAX_NAME_LENGTH = 80;

const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts a text to a number of characters, never within a sign such as an emoji of several parts. */
function cutText(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	let start = '';
	for (const { segment } of SIGNS.segment(text)) {
		if (start.length + segment.length >= maxLength) break;
		start += segment;
	}
	return `${start}…`;
}

/** Returns a name or title that is harmless in messages. Email addresses stay as they are. */
const safeName = (name: string) =>
	cutText(parseEmailAddress(name) === name ? name : safeLine(name), MAX_NAME_LENGTH);

/** Names what results are about: `a, b, c and 1 more`. Only the shown names are made harmless: there may be thousands. */
function listNames<T>(all: T[], maxNames: number, toName: (one: T) => string): string {
	const shown = all.slice(0, maxNames).map(toName);
	const more = all.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** Returns the labels of results, each once. */
const labelsOf = (results: Result[]): string[] => [
	...new Set(results.flatMap(({ label }) => (label === undefined ? [] : [label]))),
];

/** Counts the reasons of results: ` (2 canceled, 1 expired)`. */
function countReasons(results: Result[], reasons: Record<string, string>): string {
	const counts = Object.entries(reasons)
		.map(([name, one]) => ({
			one,
			count: results.filter(({ reason }) => reason === name).length,
		}))
		.filter(({ count }) => count > 0)
		.map(({ one, count }) => countText({ one }, count));
	return counts.length > 0 ? ` (${counts.join(', ')})` : '';
}

/** Returns a line for each kind of results that may be another one: both, and what to do about them. */
function likenessLines(
	words: OutcomeWords,
	likenesses: NonNullable<OutcomeWords['likenesses']>,
	[results, maxNames]: [Result[], number],
): string[] {
	return Object.entries(likenesses).flatMap(([by, { common, advice }]) => {
		const own = results.filter(({ likeness }) => likeness?.by === by);
		if (own.length === 0) return [];
		const toPair = ({ label, likeness }: Result) =>
			`${safeName(String(label))} and ${safeName(String(likeness?.to))}`;
		const names = maxNames > 0 ? ` (${listNames(own, maxNames, toPair)})` : '';
		return [`${countText(words, own.length)}: ${common}${names}. ${advice}`];
	});
}

/** Returns the lines about one outcome. */
function outcomeLines(
	[words, own]: [OutcomeWords, Result[]],
	isPredicted: boolean,
	maxNames: number,
): string[] {
	if (words.likenesses) return likenessLines(words, words.likenesses, [own, maxNames]);
	const count = countText(words, own.length, isPredicted);
	const labels = maxNames > 0 ? labelsOf(own) : [];
	const names = labels.length > 0 ? `: ${listNames(labels, maxNames, safeName)}` : '';
	return [`${count}${names}${words.reasons ? countReasons(own, words.reasons) : ''}`];
}

/** Maximum number of reasons of failures. */
export const MAX_REASONS = 10;

/** Returns the reasons of failures, each once with its number, those of most rows first. */
function failureLines(results: Result[]): string[] {
	const counts = new Map<string, number>();
	for (const { outcome, failure } of results) {
		if (outcome !== 'failed') continue;
		const message = failure instanceof Error ? failure.message : String(failure);
		counts.set(message, (counts.get(message) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const lines = sorted
		.slice(0, MAX_REASONS)
		.map(([message, count]) => `${formatCount(count)} of them: ${safeLine(message)}`);
	const others = sorted.length - lines.length;
	return others > 0 ? [...lines, `Other reasons: ${formatCount(others)}.`] : lines;
}

/** Maximum number of characters of all lines, so that they fit into one message of Slack beside a person's own words. */
const MAX_LENGTH = 2700;

/** The share of these that outcomes may take: with fewer names where these are too long. */
const MAX_OUTCOMES_LENGTH = 1800;

const lengthOf = (lines: string[]) => lines.join('\n').length;

/** Returns the lines as far as they fit into a text of a length. */
function fitting(lines: string[], maxLength: number): string[] {
	let length = 0;
	const end = lines.findIndex((line) => (length += line.length + 1) > maxLength);
	return end === -1 ? lines : lines.slice(0, end);
}

/** The heading of what is only predicted. */
const DRY_RUN = 'Dry run:';

/** Returns the lines about what stopped a run and about all outcomes, the predicted ones of a dry run under a heading. */
function allOutcomeLines(
	{ results, exceeded = [] }: Report,
	{ outcomes, stopped }: LinesOptions,
	maxNames: number,
): string[] {
	const { real, predicted } = splitDry(results);
	const linesOf = (own: Result[], isPredicted: boolean) =>
		byOutcome(own, outcomes).flatMap((entry) => outcomeLines(entry, isPredicted, maxNames));
	const isDry = predicted.length > 0 && stopOf(exceeded) === undefined;
	const wouldStop = predictedStop(exceeded);
	return [
		...(stopped === undefined ? [] : [stopped]),
		...linesOf(real, false),
		...(isDry ? [DRY_RUN] : []),
		...(wouldStop === undefined ? [] : [wouldStop]),
		...linesOf(predicted, true),
	];
}

interface LinesOptions {
	outcomes: OutcomeTable;
	/** The sentence that says what ended the run before its first write. */
	stopped?: string | undefined;
}

const TEST_MODE = 'Test mode of the credential: nothing was changed at the service.';

/**
 * Returns the lines of a run, as many as fit into a message: one for each outcome with its number and the first names, the
 * reasons of failures, and what else the run found.
 */
export function linesOf(report: Report, options: LinesOptions): string[] {
	const withNames = [MAX_NAMES_IN_LINE, 1].map((max) => allOutcomeLines(report, options, max));
	const outcomeLinesThatFit =
		withNames.find((lines) => lengthOf(lines) <= MAX_OUTCOMES_LENGTH) ??
		allOutcomeLines(report, options, 0);
	const head = [...(report.isTest ? [TEST_MODE] : []), ...outcomeLinesThatFit];
	const left = MAX_LENGTH - lengthOf([...head, ...report.notes]);
	const reasons = fitting(failureLines(report.results), left);
	return fitting([...head, ...reasons, ...report.notes], MAX_LENGTH);
}

/** Returns lines as one paragraph. */
export const toParagraph = (lines: string[]): string => lines.map(toSentence).join(' ');

/**
 * Returns the sentence about the results beside the failure at which a run stops. None where nothing was written.
 *
 * @example '28 others were processed: 20 created, 8 unchanged. You can run this again: they stay unchanged. …'
 */
function othersNote(results: Result[], outcomes: OutcomeTable): string[] {
	const others = results.filter(({ failure, isDry }) => failure === undefined && isDry !== true);
	if (!others.some(({ outcome }) => outcomes[outcome]?.isWritten)) return [];
	const [subject, pronoun] = others.length === 1 ? ['other was', 'it'] : ['others were', 'they'];
	const stays = others.length === 1 ? 'stays' : 'stay';
	const counts = byOutcome(others, outcomes).map(([words, own]) => countText(words, own.length));
	return [
		`${formatCount(others.length)} ${subject} processed: ${counts.join(', ')}. You can run this again: ${pronoun} ${stays} unchanged. To get their results, set "On Error" to "Continue".`,
	];
}

/**
 * Returns the note of the error at which a run stops.
 *
 * @param rowCount the number of rows that fail by themselves; 0 for a list, whose failures say whom they concern
 */
export function failureNote(
	{ results, errorNotes = [] }: Report,
	outcomes: OutcomeTable,
	rowCount: number,
): string {
	const { item, failure: first } = results.find(({ failure }) => failure !== undefined) ?? {};
	return [
		...(rowCount > 1 && item !== undefined && !isOfNoRow(first) ? [rowNote(item)] : []),
		...errorNotes,
		...othersNote(results, outcomes),
	].join(' ');
}

/** Adds a sentence before the description of a failure, and returns the failure. */
export function withIntroduction(failure: unknown, sentence: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = [sentence, failure.description].filter(Boolean).join(' ');
	}
	return failure;
}
