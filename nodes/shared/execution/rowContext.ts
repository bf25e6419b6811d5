import { type IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { nodeErrorFor } from '../http/errors';

/**
 * Returns what a failure says about the other items of a run that writes: n8n carries out all items before it throws the
 * first failure.
 *
 * @param isIdempotent whether doing the run twice is the same as doing it once
 */
export function otherRowsNote(isIdempotent: boolean): string {
	const again = isIdempotent ? ', and running it again is safe' : '';
	return `Other items may have been carried out${again}; to get their results, set On Error to Continue.`;
}

/** Adds a note to the end of a failure's description, and returns the failure. */
export function withNote(failure: unknown, note: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = [failure.description, note].filter(Boolean).join(' ');
	}
	return failure;
}

const ROWS = 'of the input: n8n counts items from 0.';

/**
 * Does the work for an item. A failure that stops a run of several items names the row.
 *
 * @param others returns what the failure says about the other rows, if they may have been carried out
 */
export async function withRowContext<T>(
	context: IExecuteSingleFunctions,
	others: () => string | undefined,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		const items = context.getExecuteData().data.main?.[0]?.length ?? 1;
		if (items < 2 || context.continueOnFail()) throw failure;
		// Rows about one customer may fail with the same error, which names the first of them.
		if (failure instanceof NodeApiError && failure.description?.includes(ROWS)) throw failure;
		const row = `This is row ${context.getItemIndex() + 1} ${ROWS}`;
		throw withNote(failure, [row, others()].filter(Boolean).join(' '));
	}
}
