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
 * Reads the whole list that a Sync operation compares with its rows. A list that is short of its total by a page or more
 * is incomplete, and refused. One that is short by less is used as it is, with a note: the total is a little too high, or
 * records left the list while it was read.
 *
 * @param noun the records in texts: `items`
 */
export async function readWholeCurrentList<T>(
	list: KeptList<T>,
	noun: string,
): Promise<{ records: T[]; notes: string[] }> {
	const { records, missing } = await readWholeList(() => list).catch((failure: unknown) => {
		throw withoutChange(failure, noun);
	});
	if (missing >= list.perPage) {
		throw new InvalidResponseError(
			`The list of the ${noun} is incomplete: ${toCount(missing)} are missing`,
			'Nothing was changed. Try again later. If it keeps happening, contact the service.',
		);
	}
	const note = `The service counts ${toCount(missing)} more ${noun} than it lists. The list was used as it is.`;
	return { records, notes: missing > 0 ? [note] : [] };
}
