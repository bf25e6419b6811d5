import { InvalidResponseError } from '../client/response';

const ENDLESS = 'The list never ends: the service keeps returning the same records';
const LIST_REMEDY =
	'Try again later. If it keeps happening, contact the service. Until then, read single pages with "Limit" and the option "Page".';

/** Returns the error for a list that repeats a page. */
export function endlessListError(remedy = LIST_REMEDY): InvalidResponseError {
	return new InvalidResponseError(ENDLESS, remedy);
}

/** Returns the error for a list that lacks records. */
export function incompleteListError(problem: string, remedy = LIST_REMEDY): InvalidResponseError {
	return new InvalidResponseError(`The list is incomplete: ${problem}`, remedy);
}
