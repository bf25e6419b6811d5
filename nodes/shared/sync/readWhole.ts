import { NodeApiError } from 'n8n-workflow';

import { identityOf, type KeptList, readList } from '../client/lists';
import { InvalidResponseError } from '../client/response';
import { toCount } from './report';

/** Maximum number of times that a list is read that is shorter than its total. */
const MOST_READINGS = 4;

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

/** Returns a text that two readings share which contain the same records, in whatever order. */
const contentOf = (records: Array<{ identity: string }>) =>
	records
		.map(({ identity }) => identity)
		.sort()
		.join('\n');

/**
 * Reads the whole list that a Sync operation compares with its rows. Reads a list again that is shorter than its total:
 * a record that leaves it meanwhile hides another one. A total may also count records that no page shows, so two complete
 * readings with the same records are enough; the notes say so.
 *
 * @param sourceOf returns the list for a reading, which may ask for another order each time; readings count from 1
 * @param noun the records in texts: `items`
 */
export async function readWholeCurrentList<T>(
	sourceOf: (reading: number) => KeptList<T>,
	noun: string,
): Promise<{ records: T[]; notes: string[] }> {
	let before: string | undefined;
	let shortBy = 0;
	for (let reading = 1; reading <= MOST_READINGS; reading++) {
		const { keep, ...source } = sourceOf(reading);
		const { records, missing } = await readList({
			...source,
			keep: (record) => ({ identity: identityOf(record), kept: keep(record) }),
		}).catch((failure: unknown) => {
			throw withoutChange(failure, noun);
		});
		const kept = records.map((record) => record.kept);
		if (missing === 0) return { records: kept, notes: [] };
		const content = contentOf(records);
		if (content === before) {
			const note = `The service counts ${toCount(missing)} more ${noun} than it lists. Two complete readings of the list agreed, so the list was used as it is.`;
			return { records: kept, notes: [note] };
		}
		before = content;
		shortBy = missing;
	}
	throw new InvalidResponseError(
		`The list of the ${noun} is incomplete: ${toCount(shortBy)} are missing`,
		'Nothing was changed. Each reading of the list was different. Try again later. If it keeps happening, contact the service.',
	);
}
