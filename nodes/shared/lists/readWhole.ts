import { NodeApiError } from 'n8n-workflow';

import { type KeptList, readWholeList } from './listReader';
import { InvalidResponseError } from '../client/response';
import { toCount } from '../values/text';

/** Returns a failure that says that nothing was changed, before its remedy. */
function withoutChange(failure: unknown, noun: string): unknown {
	if (failure instanceof InvalidResponseError) {
		return new InvalidResponseError(failure.message, `Nothing was changed. ${failure.remedy}`);
	}
	if (failure instanceof NodeApiError) {
		failure.description = `Nothing was changed: the list of the ${noun} could not be read. ${failure.description ?? ''}`;
	}
	return failure;
}

/**
 * Reads the whole list that a Sync operation compares with its rows (see `readWholeList`). The notes say where the total
 * counts more than the list shows.
 *
 * @param noun the records in texts: `items`
 */
export async function readWholeCurrentList<T>(
	sourceOf: (reading: number) => KeptList<T>,
	noun: string,
): Promise<{ records: T[]; notes: string[] }> {
	const { records, missing, isSettled } = await readWholeList(sourceOf).catch(
		(failure: unknown) => {
			throw withoutChange(failure, noun);
		},
	);
	if (!isSettled) {
		throw new InvalidResponseError(
			`The list of the ${noun} is incomplete: ${toCount(missing)} are missing`,
			'Nothing was changed. Each reading of the list was different. Try again later. If it keeps happening, contact the service.',
		);
	}
	const note = `The service counts ${toCount(missing)} more ${noun} than it lists. Two complete readings of the list agreed, so the list was used as it is.`;
	return { records, notes: missing > 0 ? [note] : [] };
}
