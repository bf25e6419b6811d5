import type { IDataObject } from 'n8n-workflow';

import { asObject, isObject } from '../json';
import { parseBaseUrl } from '../reference/baseUrl';
import { UnusableAnswerError } from './response';

/** Pages in a row that bring nothing new: with one, records may have moved while the list was read. */
const MOST_PAGES_WITHOUT_NEWS = 2;

const ONE_PAGE_ONLY =
	'Tell the service. Until it is mended, only one page of the list can be read: where there is a Limit, use that instead of Return All.';

export function endlessList(): UnusableAnswerError {
	return new UnusableAnswerError(
		'The list does not end: page after page, the service gives nothing new',
		ONE_PAGE_ONLY,
	);
}

/** Ends the reading of a list that gives the same whatever page is asked for; is told how many records were new. */
export function endlessListGuard(): (newRecords: number) => void {
	let pages = 0;
	return (newRecords) => {
		pages = newRecords > 0 ? 0 : pages + 1;
		if (pages >= MOST_PAGES_WITHOUT_NEWS) throw endlessList();
	};
}

/** What makes a record this record: its place in a collection, its address, or its id. */
function identityOf(record: IDataObject): unknown {
	const { self } = asObject(record._links);
	const href = isObject(self) ? self.href : self;
	return record.item_id ?? href ?? record.id;
}

/** Leaves out the records that were on an earlier page, by their identity. */
export function newRecordsFilter(): (records: IDataObject[]) => IDataObject[] {
	const seen = new Set<unknown>();
	let textBefore: string | undefined;
	return (records) => {
		// Records without an identity are the same when a whole page of them is.
		const text = records.some((record) => identityOf(record) === undefined)
			? JSON.stringify(records)
			: undefined;
		const isRepeated = text !== undefined && text === textBefore;
		textBefore = text;
		return records.filter((record) => {
			const identity = identityOf(record);
			if (identity === undefined) return !isRepeated;
			if (seen.has(identity)) return false;
			seen.add(identity);
			return true;
		});
	};
}

/** Refuses links that lead in a circle or away: pages are counted, links are never followed. */
export function linkGuard(base: unknown): (next: string) => void {
	const seen = new Set<string>();
	const baseUrl = parseBaseUrl(base);
	const { origin } = new URL(baseUrl);
	return (next) => {
		if (seen.has(next)) {
			throw new UnusableAnswerError(
				'The service gives the same next page again and again',
				ONE_PAGE_ONLY,
			);
		}
		seen.add(next);
		if (URL.canParse(next, baseUrl) && new URL(next, baseUrl).origin !== origin) {
			throw new UnusableAnswerError(
				'The service gives a next page at another address than its own',
				'Check the Base URL of the credential. The other address was not asked.',
			);
		}
	};
}
