import type { ExceededLimit } from './limit';
import type { Outcome, Result } from './result';

/** What a run found beside its results. `sentences.ts` has a sentence for each kind. */
export type RunNote =
	/** The credential is in test mode. */
	| { kind: 'testMode' }
	/** More changes than a limit allows: the run was stopped, or a real run would be. */
	| { kind: 'limit'; exceeded: ExceededLimit }
	/** The number of customers whom a real run would create. */
	| { kind: 'creationTime'; count: number }
	/** Rows, by their indexes, about what an earlier row names. */
	| { kind: 'repeats'; rows: number[]; of: 'customer' | 'item'; takesLastValues: boolean }
	/** Rows of a list, by their indexes, that cannot be read. Nothing is removed then. */
	| { kind: 'incompleteList'; rows: number[]; problem: string; removal: Removal; isDry: boolean }
	/** Rows, by their indexes, that failed, so that nobody was revoked. */
	| { kind: 'notRevoked'; rows: number[]; isRefused: boolean; isDry: boolean }
	/** Customers with access whom no list can name. */
	| { kind: 'withoutAddress'; count: number }
	/** Customers who keep access although no row names them, because of an option. */
	| { kind: 'revokeOff' | 'neverRevoke'; count: number }
	/** Records that the service counts, and does not list. */
	| { kind: 'unlisted'; count: number; noun: string }
	/** Items of a collection that no row can name. */
	| { kind: 'unnamedItems'; count: number }
	/** Added items that the service does not list yet. */
	| { kind: 'unplacedItems' }
	/** The number of items that were removed; none because a row could not be added. */
	| { kind: 'removals'; count: number; isLeft: boolean; isDry: boolean };

export const limitNotes = (all: ExceededLimit[]): RunNote[] =>
	all.map((exceeded) => ({ kind: 'limit', exceeded }));

/** What an operation over a whole list removes: access, or items. */
export type Removal = 'access' | 'items';

/** What became of a run: the data from which its hint, the note of an error and its summary item are written. */
export interface Report {
	results: Result[];
	/** In the order of their sentences. */
	notes: RunNote[];
}

/** The outcomes that an operation counts, in the order of its summary. */
export type Counters = readonly Outcome[];
