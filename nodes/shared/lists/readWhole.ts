import { NodeApiError } from 'n8n-workflow';

import { type KeptList, readList } from './listReader';

/** Returns a failure that says which list could not be read, before its remedy. */
function namingList(failure: unknown, noun: string): unknown {
	if (failure instanceof NodeApiError) {
		failure.description = `The list of the ${noun} could not be read. ${failure.description ?? ''}`;
	}
	return failure;
}

/**
 * Reads the whole list that a Sync operation compares with its rows. A list that is short of its total by less than a page
 * is used as it is: the total is a little too high, or records left the list while it was read.
 *
 * @returns the records, and how many more the service counts than it lists
 * @param noun the records in texts: `items`
 */
export async function readWholeCurrentList<T>(
	list: KeptList<T>,
	noun: string,
): Promise<{ records: T[]; unlisted: number }> {
	const { records, missing } = await readList(list).catch((failure: unknown) => {
		throw namingList(failure, noun);
	});
	return { records, unlisted: missing };
}
