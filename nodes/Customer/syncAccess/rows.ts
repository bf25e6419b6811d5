import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { inSmallLetters, parseEmail } from '../../shared/validation/email';

/** Somebody who should have access, and the item that says so. */
export interface Wanted {
	context: IExecuteSingleFunctions;
	email: string;
}

export interface BadRow {
	context: IExecuteSingleFunctions;
	error: unknown;
}

export function readRow(context: IExecuteSingleFunctions): Wanted | BadRow {
	try {
		return { context, email: parseEmail(context.getNodeParameter('email', ''), 'Email') };
	} catch (error) {
		return { context, error };
	}
}

export function isBad(row: Wanted | BadRow): row is BadRow {
	return 'error' in row;
}

/** As people count them, from 1. */
export function rowNumber({ context }: Wanted | BadRow): number {
	return context.getItemIndex() + 1;
}

/** Those who should have access, by their address in small letters, each once. */
export function wantedByAddress(rows: Array<Wanted | BadRow>): Map<string, Wanted> {
	const wanted = new Map<string, Wanted>();
	for (const row of rows) {
		if (isBad(row)) continue;
		const key = inSmallLetters(row.email);
		if (!wanted.has(key)) wanted.set(key, row);
	}
	return wanted;
}
