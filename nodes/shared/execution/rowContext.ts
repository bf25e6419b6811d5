import { type IExecuteSingleFunctions, NodeApiError } from 'n8n-workflow';

import { nodeErrorFor } from '../http/errors';

/**
 * Of the others in a run that writes: n8n carries out all items before it throws the first failure. A run is repeatable
 * when doing it twice is the same as doing it once.
 */
export function otherRowsNote(isIdempotent: boolean): string {
	const again = isIdempotent ? ', and running it again is safe' : '';
	return `Other items may have been carried out${again}; to get their results, set On Error to Continue.`;
}

/** The failure with a note at its end. */
export function withNote(failure: unknown, note: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = [failure.description, note].filter(Boolean).join(' ');
	}
	return failure;
}

const ROWS = 'of the input: n8n counts items from 0.';

function noteOnRun(context: IExecuteSingleFunctions, others?: string): string {
	const row = `This is row ${context.getItemIndex() + 1} ${ROWS}`;
	const isDry = /^(true|1)$/i.test(String(context.getNodeParameter('options.dryRun', false)));
	return others === undefined || isDry ? row : `${row} ${others}`;
}

/** Does the work for an item. A failure that stops a run of several items says which row it was, and of the others. */
export async function withRowContext<T>(
	context: IExecuteSingleFunctions,
	others: string | undefined,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const failure = nodeErrorFor(context, error);
		const items = context.getExecuteData().data.main?.[0]?.length ?? 1;
		if (items < 2 || context.continueOnFail()) throw failure;
		// Rows about one customer may fail with the same error: it names the first of them.
		if (failure instanceof NodeApiError && failure.description?.includes(ROWS)) throw failure;
		throw withNote(failure, noteOnRun(context, others));
	}
}
