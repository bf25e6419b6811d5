// What became of a run, as data. `lines.ts` alone makes texts of it: the hint, the summary and the error say the same lines.
import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import type { LimitField } from '../panel/runOptions';

/** What a result is about: a row, or a record that no row names. */
export interface Subject {
	context: IExecuteSingleFunctions;
	/** The index of the input item that the result is paired with; `undefined` without a row. */
	item?: number | undefined;
	/** The text with which the message of a failure begins, where the failure does not say whom it concerns. */
	name?: string | undefined;
	/** Whom or what a line names. Default: the name. */
	label?: string | undefined;
}

/** The words for an outcome, and what it means for a run. A dry run predicts the same outcomes. */
export interface OutcomeWords {
	/** Of one: `has access`. */
	one: string;
	/** Of several; by default as of one: `have access`. */
	several?: string;
	/** Of what is only predicted; by default as of what was done: `would lose access`. */
	predicted?: string;
	/** Its name in the rows of a dry run, where it differs: `wouldRevoke`. */
	dry?: string;
	/** Whether something was written. */
	isWritten?: boolean;
	/** The words for the reasons of its results, in the order of every line. */
	reasons?: Record<string, string>;
	/** What a result and another one have in common, in the order of the lines: a line each. */
	likenesses?: Record<string, LikenessWords>;
}

/** The words of a line about results that may be another one, by what the two have in common. */
interface LikenessWords {
	/** `same name, other address` */
	common: string;
	/** What was done, and what a person can do. */
	advice: string;
}

/** The outcomes of a node, in the order of every text. */
export type OutcomeTable = Readonly<Record<string, OutcomeWords>>;

/** The outcomes that every operation may have. They come last in a table. */
export const COMMON_OUTCOMES = {
	unchanged: { one: 'unchanged' },
	notTried: { one: 'not tried' },
	failed: { one: 'failed' },
} satisfies OutcomeTable;

/** The outcomes of what was not done because something went wrong. */
const BAD_OUTCOMES = ['failed', 'notTried'];

export const isBad = ({ outcome }: Pick<Result, 'outcome'>) => BAD_OUTCOMES.includes(outcome);

/** What became of a row, or of a record that no row names, and the item that shows it. */
export interface Result {
	/** A name in the table of the node. */
	outcome: string;
	/** Whether it is only predicted; `undefined` where it failed before Dry Run was read. */
	isDry?: boolean | undefined;
	/** Whom or what a line names: an email address, or else a name or a title. */
	label?: string | undefined;
	/** Why it has this outcome: a name among the reasons of the outcome. */
	reason?: string | undefined;
	/** Another one that it may be: what they have in common, and how the other one is called. */
	likeness?: { by: string; to: string } | undefined;
	/** The output item; missing for a result that is only counted. */
	json?: IDataObject | undefined;
	/** The index of the input item that the result is paired with. */
	item?: number | undefined;
	/** Stops the workflow unless On Error is Continue. */
	failure?: unknown;
}

/** The most that a node may change, in one execution. */
export interface Limit {
	amount: number;
	/** Whether the amount is a percentage of the records that are there now. */
	isPercent: boolean;
}

/** A limit of an operation: its field, and the words about what it counts. */
export interface LimitKind extends LimitField {
	/** One of the counted records: `customer`. */
	noun: string;
	/** What a dry run and a stopped run say about them: `would lose access`, `would have lost access`. */
	would: [dry: string, stopped: string];
}

/** More changes than a limit allows, with those that the node has made before in the execution. */
export interface ExceededLimit {
	kind: LimitKind;
	limit: Limit;
	/** The changes of this run and of earlier ones. */
	count: number;
	/** Those of earlier runs in the execution, also of runs that a limit stopped. */
	earlier: number;
	/** How many records there are now; 0 where the limit does not need it. */
	current: number;
	/** Whether the run is dry: a real one would be stopped. */
	isDry: boolean;
	/** The name of the thing whose limit it is, where a run is about several. */
	name?: string | undefined;
}

/** What became of a run: the data from which its hint, the note of an error and its summary are written. */
export interface Report {
	results: Result[];
	/** Sentences about the run as a whole. */
	notes: string[];
	/** Sentences about the run beside the error that stops the workflow. */
	errorNotes?: string[];
	/** The limits that stopped it, or would stop a real run. */
	exceeded?: ExceededLimit[];
	/** Whether the credential is in test mode. */
	isTest?: boolean;
}

/** The outcomes that an operation counts, in the order of its summary. */
export type Counters = readonly string[];
