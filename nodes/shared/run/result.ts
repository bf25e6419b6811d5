import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

/** What a result is about: a row, or a record that no row names. */
export interface Subject {
	context: IExecuteSingleFunctions;
	/** The index of the input item that the result is paired with; `undefined` without a row. */
	item?: number | undefined;
	/** The text with which the message of a failure begins, where the failure does not say whom it concerns. */
	name?: string | undefined;
}

/** What became of a row, or of a record that no row names. */
export interface Result {
	/** Counted in the summary of a run, such as `granted`. */
	outcome: string;
	/** Whether it is only predicted; `undefined` where it failed before Dry Run was read. */
	isDry?: boolean | undefined;
	/** The output item; missing for a result that is only counted. */
	json?: IDataObject;
	/** The index of the input item that the result is paired with. */
	item?: number | undefined;
	/** Stops the workflow unless On Error is Continue. */
	failure?: unknown;
}
