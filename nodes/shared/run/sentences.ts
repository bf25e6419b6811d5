// The sentences of a run. Its hint, the note of the error at which it stops and its summary item are all written here.
import { type IDataObject, UserError } from 'n8n-workflow';

import { CREATION_LIMIT } from '../client/limiter';
import { toWaitingTime } from '../values/durations';
import { parseEmailAddress } from '../values/email';
import { safeLine } from '../values/safeText';
import { formatCount } from '../values/text';
import { rowNote } from '../request/operation';
import type { ExceededLimit } from './limit';
import type { Likeness, Outcome, Result } from './result';
import type { Counters, RunNote, Removal, Report } from './summary';

/** The words for an outcome, in the order of every sentence: of one, of several, and of what is only predicted. */
const OUTCOME_TEXTS: Record<Outcome, [one: string, several?: string, predicted?: string]> = {
	withAccess: ['has access', 'have access'],
	withoutAccess: ['has no access', 'have no access'],
	created: ['created', 'created', 'would be created'],
	granted: ['granted access', 'granted access', 'would be granted access'],
	updated: ['updated', 'updated', 'would be updated'],
	revoked: ['lost access', 'lost access', 'would lose access'],
	added: ['added', 'added', 'would be added'],
	moved: ['moved', 'moved', 'would be moved'],
	removed: ['removed', 'removed', 'would be removed'],
	alreadyEnded: ['already ended'],
	unclear: ['unclear'],
	unknownCustomer: ['unknown'],
	unchanged: ['unchanged'],
	failed: ['failed'],
	notTried: ['not tried'],
};

const OUTCOMES = Object.keys(OUTCOME_TEXTS).filter((key): key is Outcome => key in OUTCOME_TEXTS);

/** The words for a reason of Check Access, in the order of every sentence. */
const REASON_TEXTS: Record<string, string> = {
	paused: 'paused',
	cancelled: 'cancelled',
	expired: 'expired',
	refunded: 'refunded',
	disabled: 'disabled',
	none: 'never had it or had it removed',
	unknownCustomer: 'unknown',
	unclear: 'unclear',
};

/** @example countText('revoked', 2, true) // '2 would lose access' */
function countText(outcome: Outcome, count: number, isPredicted = false): string {
	const [one, several = one, predicted] = OUTCOME_TEXTS[outcome];
	const done = count === 1 ? one : several;
	return `${formatCount(count)} ${(isPredicted ? predicted : undefined) ?? done}`;
}

/** Groups results by outcome, in the order of the texts. */
function byOutcome(results: Result[]): Array<[Outcome, Result[]]> {
	return OUTCOMES.map((outcome): [Outcome, Result[]] => [
		outcome,
		results.filter((result) => result.outcome === outcome),
	]).filter(([, own]) => own.length > 0);
}

const countAll = (results: Result[], isPredicted = false) =>
	byOutcome(results)
		.map(([outcome, own]) => countText(outcome, own.length, isPredicted))
		.join(', ');

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

/**
 * Sums up a run in a sentence that names every outcome. Rows that are only predicted have a sentence of their own.
 *
 * @example summarize([{ outcome: 'granted' }, { outcome: 'unchanged' }]) // '1 granted access, 1 unchanged.'
 */
export function summarize(results: Result[]): string {
	const { real, predicted } = splitDry(results);
	const sentences = [
		...(real.length > 0 || predicted.length === 0 ? [`${countAll(real)}.`] : []),
		...(predicted.length > 0 ? [`Dry run: ${countAll(predicted, true)}.`] : []),
	];
	return sentences.join(' ');
}

/** Counts the reasons why people have no access: `2 cancelled, 1 expired`. */
const countReasons = (results: Result[]): string =>
	Object.entries(REASON_TEXTS)
		.map(([name, text]) => ({
			text,
			count: results.filter(({ reason = 'unclear' }) => reason === name).length,
		}))
		.filter(({ count }) => count > 0)
		.map(({ text, count }) => `${formatCount(count)} ${text}`)
		.join(', ');

/**
 * Sums up a run of Check Access in one sentence.
 *
 * @example summarizeChecks([…]) // '1 has access, 1 does not: 1 cancelled; 1 failed.'
 */
function summarizeChecks(results: Result[]): string {
	const others = results.filter(({ outcome }) => ['failed', 'notTried'].includes(outcome));
	const having = results.filter(({ outcome }) => outcome === 'withAccess');
	const without = results.filter((result) => !others.includes(result) && !having.includes(result));
	const verb = without.length === 1 ? 'does not' : 'do not';
	const checked = [
		...(having.length > 0 ? [countAll(having)] : []),
		...(without.length > 0
			? [`${formatCount(without.length)} ${verb}: ${countReasons(without)}`]
			: []),
	];
	const failures = byOutcome(others).map(([outcome, own]) => countText(outcome, own.length));
	return `${[checked.join(', '), ...failures].filter(Boolean).join('; ')}.`;
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

/** The outcomes of what was written. */
const WRITTEN_OUTCOMES: Outcome[] = [
	'created',
	'granted',
	'updated',
	'revoked',
	'alreadyEnded',
	'added',
	'moved',
	'removed',
];

/**
 * Returns the sentences about the results beside the failure at which a run stops. None where nothing was written.
 *
 * @example '28 others were processed: 20 created, 8 unchanged. You can run this again: they stay unchanged. …'
 */
export function othersNote(results: Result[]): string[] {
	const done = results.filter(({ failure, isDry }) => failure === undefined && isDry !== true);
	if (!done.some(({ outcome }) => WRITTEN_OUTCOMES.includes(outcome))) return [];
	const [subject, pronoun] = done.length === 1 ? ['other was', 'it'] : ['others were', 'they'];
	const stays = done.length === 1 ? 'stays' : 'stay';
	return [
		`${formatCount(done.length)} ${subject} processed: ${countAll(done)}. You can run this again: ${pronoun} ${stays} unchanged. To get their results, set "On Error" to "Continue".`,
	];
}

/** Returns what is the same of an exceeded limit in all its sentences. */
function limitWords({ kind, limit, count, current, earlier, scopeName }: ExceededLimit) {
	// The current records may leave out some that are removed as well, such as customers whose access has lapsed.
	const counted =
		count <= current ? `${formatCount(count)} of ${formatCount(current)}` : formatCount(count);
	const scope = scopeName ? ` ${kind.preposition ?? 'for'} ${safeLine(scopeName)}` : '';
	return {
		counted,
		when: `${scope}${earlier > 0 ? ' in this execution' : ''}`,
		allowed: limit.isPercent ? `${limit.amount}%` : formatCount(limit.amount),
	};
}

const plural = (total: string, noun: string) => `${total} ${noun}${total === '1' ? '' : 's'}`;

/** @example '148 of 153 customers would have lost access to Premium, more than 10%' */
function exceededWords(exceeded: ExceededLimit): string {
	const { counted, when, allowed } = limitWords(exceeded);
	const { noun, would } = exceeded.kind;
	return `${plural(counted, noun)} ${would[1]}${when}, more than ${allowed}`;
}

/** Says what a stopped execution has done before: `Nothing was changed.` */
function changedBefore([first]: [ExceededLimit, ...ExceededLimit[]]): string {
	const { doneBefore, isFirstRun, kind } = first;
	if (doneBefore === 0) return `Nothing ${isFirstRun ? '' : 'more '}was changed.`;
	return `${plural(formatCount(doneBefore), kind.noun)} ${kind.past} earlier in this execution. Nothing more was changed.`;
}

/** Says what to do in the node that limits have stopped. */
function raising(exceeded: ExceededLimit[]): string {
	const labels = new Set(exceeded.map(({ kind }) => kind.label));
	return `If the list is right, raise ${[...labels].join(' and ')} in this node, and run it again.`;
}

/**
 * Returns the error of a run that a limit stops.
 *
 * @param isDryRunAnOption whether Dry Run has to be added under Options
 */
export function limitError(
	exceeded: [ExceededLimit, ...ExceededLimit[]],
	isDryRunAnOption: boolean,
): UserError {
	const [first, ...others] = exceeded;
	return new UserError(`Stopped: ${exceededWords(first)}`, {
		description: [
			...others.map((other) => `${exceededWords(other)}.`),
			changedBefore(exceeded),
			`${isDryRunAnOption ? 'Add "Dry Run" under "Options"' : 'Turn on "Dry Run"'} to see them. ${raising(exceeded)}`,
		].join(' '),
	});
}

/** Returns the limits of a report that stopped it, or would stop a real run. */
const exceededIn = ({ notes }: Report): ExceededLimit[] =>
	notes.flatMap((note) => (note.kind === 'limit' ? [note.exceeded] : []));

/** Returns the sentences of the limits that stopped a run, or would stop a real one; `undefined` where none did. */
export function stoppedSentence(report: Report): string | undefined {
	const [first, ...others] = exceededIn(report);
	if (!first) return undefined;
	if (first.isDry) return [first, ...others].map(predictedStop).join(' ');
	const sentences = [first, ...others].map((exceeded) => `${exceededWords(exceeded)}.`);
	return `Stopped: ${sentences.join(' ')} ${changedBefore([first, ...others])} ${raising([first, ...others])}`;
}

/** Returns the sentence of a dry run about a limit. */
export function predictedStop(exceeded: ExceededLimit): string {
	const { counted, when, allowed } = limitWords(exceeded);
	return `${counted} ${exceeded.kind.would[0]}${when}: more than ${allowed}, so nothing would be done.`;
}

/** Says that a whole run has failed, before its first write. */
export function endedSentence(failure: unknown, isFirstRun: boolean): string {
	const message = failure instanceof Error ? failure.message : String(failure);
	return `${safeLine(message)}${/[.!?]$/.test(message) ? '' : '.'} Nothing ${isFirstRun ? '' : 'more '}was changed.`;
}

/** Creations that take so short a time that no dry run says it: those of a minute. */
const FEW_CREATIONS = 60 * CREATION_LIMIT.count;

/** @example 'Creating 6,000 customers takes about 20 minutes.' */
function creationTime(count: number): string[] {
	if (count < FEW_CREATIONS) return [];
	const duration = toWaitingTime((count / CREATION_LIMIT.count) * 1000);
	return [`Creating ${formatCount(count)} customers takes about ${duration}.`];
}

const NO_REMOVAL: Record<Removal, [real: string, dry: string]> = {
	access: ['No access was revoked', 'No access would be revoked'],
	items: ['Nothing was removed', 'Nothing would be removed'],
};

const noRemoval = (removal: Removal, isDry: boolean) => NO_REMOVAL[removal][isDry ? 1 : 0];

/** @param consequence what did not happen because of the rows; by default, what is removed was not */
export function incompleteList(
	{ rows, problem, removal, isDry }: Extract<RunNote, { kind: 'incompleteList' }>,
	consequence = noRemoval(removal, isDry),
): string {
	return `${consequence} because the list is incomplete: ${rowNumbers(rows)} ${problem}.`;
}

function notRevoked({ rows, isRefused, isDry }: Extract<RunNote, { kind: 'notRevoked' }>): string {
	const were = rows.length === 1 ? 'was' : 'were';
	const problem = isRefused ? `${were} refused` : 'failed';
	return `${noRemoval('access', isDry)} because ${rowNumbers(rows)} ${problem}.`;
}

/** Says how many items were removed. A row that could not be added may name one of those that would be. */
function removals({ count, isLeft, isDry }: Extract<RunNote, { kind: 'removals' }>): string {
	if (count > 0) return `Items that ${isDry ? 'would be' : 'were'} removed: ${formatCount(count)}.`;
	return `${noRemoval('items', isDry)}${isLeft ? ' because a row could not be added' : ''}.`;
}

function repeats({ rows, of, takesLastValues }: Extract<RunNote, { kind: 'repeats' }>): string[] {
	const same = of === 'item' ? 'names the same' : 'has the same email address or customer';
	return [
		`Skipped because an earlier row ${same}: ${rowNumbers(rows)}.`,
		...(takesLastValues ? ['If their values differ, those of the last row count.'] : []),
	];
}

/** Names customers who are not in the list. */
const keepAccess = (count: number) =>
	`${formatCount(count)} not in the list ${count === 1 ? 'keeps' : 'keep'} access`;

/** Returns the sentences about a note; none where it is not worth one. */
function noteSentences(note: RunNote): string[] {
	switch (note.kind) {
		case 'testMode':
			return ['Test mode of the credential: nothing was changed at the service.'];
		case 'limit':
			return [predictedStop(note.exceeded)];
		case 'creationTime':
			return creationTime(note.count);
		case 'repeats':
			return repeats(note);
		case 'incompleteList':
			return [incompleteList(note)];
		case 'notRevoked':
			return [notRevoked(note)];
		case 'withoutAddress':
			return [
				`Customers with access but no email address, who were not changed: ${formatCount(note.count)}.`,
			];
		case 'revokeOff':
			return [`${keepAccess(note.count)} because Revoke is off.`];
		case 'neverRevoke':
			return [`${keepAccess(note.count)} because of Never Revoke.`];
		case 'unlisted':
			return [
				`The service counts ${formatCount(note.count)} more ${note.noun} than it lists. The list was used as it is.`,
			];
		case 'unnamedItems':
			return [
				`${formatCount(note.count)} of the items have no known type or come twice, and were not changed.`,
			];
		case 'unplacedItems':
			return [
				'The service does not list all added items yet, so they may not be in their places. Run this again in ten minutes.',
			];
		case 'removals':
			return note.isLeft ? [removals(note)] : [];
	}
}

const ONE_SPELLING = 'If it is one person, use one spelling at the service and in the list.';

/** What unclear people have in common, and what to do about them, in the order of every text. */
const LIKENESSES: Record<Likeness['by'], [name: string, waysOut: string]> = {
	name: [
		'same name, other address',
		'Not changed. If it is one person, correct the address at the service. If they are two people, use Grant Access once for the new address.',
	],
	spelling: [
		'similar spelling',
		`Not changed. ${ONE_SPELLING} If they are two people, use Grant Access and Revoke Access once.`,
	],
	spellingWithoutRevoke: [
		'similar spelling',
		`Not changed. ${ONE_SPELLING} If they are two people, use Grant Access once for the address in the list.`,
	],
	row: [
		'similar rows',
		'Only the row with the second address counts. If it is one person, remove the other row. If they are two people, use Grant Access once for the first address.',
	],
	entry: [
		'similar to an entry of Never Revoke',
		'Not changed. If it is one person, correct the entry. If they are two people, use Revoke Access once.',
	],
};

const KINDS_OF_LIKENESS = Object.keys(LIKENESSES).filter(
	(key): key is Likeness['by'] => key in LIKENESSES,
);

/** Maximum number of people or things that a line of a summary names. */
const MAX_NAMES = 3;

/** Maximum number of characters of a name in a line. */
const MAX_NAME_LENGTH = 80;

const cut = (text: string, length: number) =>
	text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** Returns a name or title that is harmless in messages. Email addresses stay as they are. */
const safeName = (name: string) =>
	cut(parseEmailAddress(name) === name ? name : safeLine(name), MAX_NAME_LENGTH);

/** @example listNames(['a', 'b', 'c', 'd'], 3) // 'a, b, c and 1 more' */
function listNames(names: string[], maxNames: number): string {
	const all = [...new Set(names)];
	const shown = all.slice(0, maxNames);
	const more = all.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const labelsOf = (results: Result[]) =>
	results.flatMap(({ label }) => (label === undefined ? [] : [safeName(label)]));

/**
 * Returns a sentence for each kind of unclear customers: the addresses, and what to do about them.
 *
 * @param startOf how it begins, from the number of customers
 */
function unclearSentences(
	results: Result[],
	startOf: (count: number) => string,
	maxNames = MAX_NAMES,
): string[] {
	return KINDS_OF_LIKENESS.flatMap((by) => {
		const own = results.filter(({ likeness }) => likeness?.by === by);
		if (own.length === 0) return [];
		const [name, waysOut] = LIKENESSES[by];
		const pairs = own.map(
			({ label, likeness }) => `${safeName(String(label))} and ${safeName(String(likeness?.to))}`,
		);
		const start = startOf(own.length);
		const names = maxNames > 0 ? ` (${listNames(pairs, maxNames)})` : '';
		return [`${start}: ${name}${names}. ${waysOut}`];
	});
}

/** Returns the lines about one outcome of a summary. */
function outcomeLines(
	[outcome, own]: [Outcome, Result[]],
	isPredicted: boolean,
	maxNames: number,
): string[] {
	if (outcome === 'unclear') {
		return unclearSentences(own, (count) => countText(outcome, count), maxNames);
	}
	const count = countText(outcome, own.length, isPredicted);
	const labels = maxNames > 0 ? labelsOf(own) : [];
	const names = labels.length > 0 ? `: ${listNames(labels, maxNames)}` : '';
	const reasons = outcome === 'withoutAccess' ? ` (${countReasons(own)})` : '';
	return [`${count}${names}${reasons}`];
}

/** Maximum number of reasons of failures in a summary. */
const MAX_REASONS = 10;

/** Returns the reasons of failures, each once with its number, those of most rows first. */
function reasonLines(results: Result[]): string[] {
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

/** Maximum number of characters of a summary, so that it fits into one message of Slack beside a person's own words. */
const MAX_TEXT_LENGTH = 2700;

/** The share of these that outcomes may take: with fewer names where these are too long. */
const MAX_OUTCOMES_LENGTH = 1800;

/** Returns the lines as far as they fit into a text of a length. */
function fitting(lines: string[], maxLength: number): string[] {
	let length = 0;
	const end = lines.findIndex((line) => (length += line.length + 1) > maxLength);
	return end === -1 ? lines : lines.slice(0, end);
}

/** Returns the lines about all outcomes, the predicted ones under a heading where they are those of a dry run. */
function allOutcomeLines(report: Report, stopped: string | undefined, maxNames: number): string[] {
	const { real, predicted } = splitDry(report.results);
	const isDry = predicted.length > 0 && stoppedForReal(report) === undefined;
	const linesOf = (results: Result[], isPredicted: boolean) =>
		byOutcome(results).flatMap((entry) => outcomeLines(entry, isPredicted, maxNames));
	const heading = isDry ? ['Dry run:'] : [];
	const reason = stopped === undefined ? [] : [stopped];
	return real.length === 0
		? [...heading, ...reason, ...linesOf(predicted, true)]
		: [...reason, ...linesOf(real, false), ...heading, ...linesOf(predicted, true)];
}

/**
 * Returns the text of a run for a message: a line for each outcome with its number and the first names, the reasons of
 * failures, and what else the run found.
 *
 * @param stopped the sentence that says why nothing was changed
 */
export function summaryText(report: Report, stopped: string | undefined): string {
	const lengthOf = (lines: string[]) => lines.join('\n').length;
	const withNames = [MAX_NAMES, 1].map((max) => allOutcomeLines(report, stopped, max));
	const outcomes =
		withNames.find((lines) => lengthOf(lines) <= MAX_OUTCOMES_LENGTH) ??
		allOutcomeLines(report, stopped, 0);
	const isTestNote = ({ kind }: RunNote) => kind === 'testMode';
	const head = [...report.notes.filter(isTestNote).flatMap(noteSentences), ...outcomes];
	const notes = report.notes
		.filter((note) => note.kind !== 'limit' && !isTestNote(note))
		.flatMap(noteSentences);
	const left = MAX_TEXT_LENGTH - lengthOf([...head, ...notes]);
	const lines = [...head, ...fitting(reasonLines(report.results), left), ...notes];
	return fitting(lines, MAX_TEXT_LENGTH).join('\n');
}

/** Returns the first limit that stopped a run. */
export const stoppedForReal = (report: Report): ExceededLimit | undefined =>
	exceededIn(report).find(({ isDry }) => !isDry);

/** Returns the sentences of the execution hint; the summary comes first. */
export function hintSentences(report: Report, counters: Counters): string[] {
	const stopped = stoppedForReal(report) && stoppedSentence(report);
	if (stopped !== undefined) return [stopped];
	const { results, notes } = report;
	return [
		counters.includes('withAccess') ? summarizeChecks(results) : summarize(results),
		...notes.flatMap(noteSentences),
		...unclearSentences(results, () => 'Unclear'),
	];
}

/**
 * Returns the note of the error at which a run stops.
 *
 * @param rowCount the number of rows that fail by themselves; 0 for a list, whose failures say whom they concern
 */
export function failureNote({ results, notes }: Report, rowCount: number): string {
	const { item } = results.find(({ failure }) => failure !== undefined) ?? {};
	return [
		...(rowCount > 1 && item !== undefined ? [rowNote(item)] : []),
		...notes.flatMap((note) => {
			if (note.kind === 'removals') return [removals(note)];
			return note.kind === 'notRevoked' && !note.isDry ? noteSentences(note) : [];
		}),
		...othersNote(results),
	].join(' ');
}

/** Returns the counts of a run by outcome, zeros included. What was not tried has failed where it has no count of its own. */
export function countsOf(results: Result[], counters: Counters): IDataObject {
	const counted = results.map(({ outcome }) =>
		outcome === 'notTried' && !counters.includes(outcome) ? 'failed' : outcome,
	);
	const count = (outcome: Outcome) => counted.filter((other) => other === outcome).length;
	return Object.fromEntries(counters.map((outcome) => [outcome, count(outcome)]));
}
