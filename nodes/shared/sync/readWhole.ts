import { identityOf, type KeptList, readList } from '../client/lists';
import { InvalidResponseError } from '../client/response';
import { toCount } from './report';

/** Maximum number of times that a list is read that is shorter than its total. */
const MOST_READINGS = 4;

/** Returns an error that says that nothing was changed, before its remedy. */
function withoutChange({ message, remedy }: InvalidResponseError): InvalidResponseError {
	return new InvalidResponseError(message, `Nothing was changed. ${remedy}`);
}

/**
 * Reads the whole list that a Sync operation compares with its rows. Reads a list again that is shorter than its total:
 * a record that leaves it meanwhile hides another one. A total may also count records that no page shows, so two complete
 * readings with the same records, in whatever order, are enough; the notes say so.
 *
 * @param noun the records in texts: `items`
 */
export async function readWholeCurrentList<T>(
	{ keep, ...source }: KeptList<T>,
	noun: string,
): Promise<{ records: T[]; notes: string[] }> {
	let before: string | undefined;
	let shortBy = 0;
	for (let reading = 1; reading <= MOST_READINGS; reading++) {
		const { records, missing } = await readList({
			...source,
			keep: (record) => ({ identity: identityOf(record), kept: keep(record) }),
		}).catch((error: unknown) => {
			throw error instanceof InvalidResponseError ? withoutChange(error) : error;
		});
		const kept = records.map((record) => record.kept);
		if (missing === 0) return { records: kept, notes: [] };
		shortBy = missing;
		const identities = records
			.map(({ identity }) => identity)
			.sort()
			.join('\n');
		if (identities === before) {
			const note = `The service counts ${toCount(missing)} more ${noun} than it lists. Two complete readings of the list agreed, so the list was used as it is.`;
			return { records: kept, notes: [note] };
		}
		before = identities;
	}
	throw new InvalidResponseError(
		`The list of the ${noun} is incomplete: ${toCount(shortBy)} are missing`,
		'Nothing was changed. Each reading of the list was different. Try again later. If it keeps happening, contact the service.',
	);
}
