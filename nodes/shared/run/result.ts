import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

/** What a result is about: a row, or a record that no row names. */
export interface Subject {
	context: IExecuteSingleFunctions;
	/** The index of the input item that the result is paired with; `undefined` without a row. */
	item?: number | undefined;
	/** The text with which the message of a failure begins, where the failure does not say whom it concerns. */
	name?: string | undefined;
	/** Whom or what a summary names. Default: the name. */
	label?: string | undefined;
}

/** What became of a row, or of a record that no row names. A dry run predicts the same outcomes. */
export type Outcome =
	| 'created'
	| 'granted'
	| 'updated'
	| 'revoked'
	| 'alreadyEnded'
	| 'added'
	| 'moved'
	| 'removed'
	| 'withAccess'
	| 'withoutAccess'
	| 'unclear'
	| 'unknownCustomer'
	| 'failed'
	| 'notTried'
	| 'unchanged';

/** Somebody who may be one person with somebody else, who has another address. */
export interface Likeness {
	/**
	 * What the two have in common, and what the other one is:
	 * - `name`: a customer with access who has the full name of a row;
	 * - `spelling`, `spellingWithoutRevoke`: a customer with access and a row whose addresses differ in accents, dots and the
	 *   like, where others lose access and where nobody does;
	 * - `row`: two rows whose addresses differ so;
	 * - `entry`: a customer with access, and an entry of Never Revoke.
	 */
	by: 'name' | 'spelling' | 'spellingWithoutRevoke' | 'row' | 'entry';
	/** The other address. */
	to: string;
}

/** What became of a row, or of a record that no row names, and the item that shows it. */
export interface Result {
	outcome: Outcome;
	/** Whether it is only predicted; `undefined` where it failed before Dry Run was read. */
	isDry?: boolean | undefined;
	/** Whom or what a summary names: an email address, or else a name or a title. */
	label?: string | undefined;
	/** Why somebody has no access. */
	reason?: string | undefined;
	likeness?: Likeness | undefined;
	/** The output item; missing for a result that is only counted. */
	json?: IDataObject | undefined;
	/** The index of the input item that the result is paired with. */
	item?: number | undefined;
	/** Stops the workflow unless On Error is Continue. */
	failure?: unknown;
}
