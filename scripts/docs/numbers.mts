// The numbers in the pages that people set limits and expectations by, as the code has them.
import { MAX_RECORDS } from '../../nodes/shared/request/passable.ts';
import { DEADLINE_MS } from '../../nodes/shared/client/transport.ts';
import { formatCount } from '../../nodes/shared/values/text.ts';
import { MAX_LINE, MAX_TEXT } from '../../nodes/shared/values/safeText.ts';
import { MAX_SEEN_COMMENTS } from '../../nodes/VideoSubscriptionTrigger/events/comments/commentCreated.ts';
import { MAX_WAITING } from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import { operations, parametersOf } from '../lib/descriptions.mts';

/** Returns the default of a field of an operation over a whole list. */
function defaultOf(name: string): string {
	const wholeList = ['customer.syncAccess', 'collection.syncItems'];
	const fields = operations.filter((operation) => wholeList.includes(operation.name));
	const found = fields.flatMap(parametersOf).find(({ field }) => field.name === name);
	return String(found?.field.default);
}

/** The text before and after a number, in whatever page, and the number. */
const NUMBERS: Array<[before: string, number: string, after: string]> = [
	['end in a run | ', defaultOf('stopIfMoreRevokedThan'), ' of the customers with access'],
	['Access may give access | ', defaultOf('stopIfMoreGrantedThan'), ' in a run'],
	['Sync Access (', defaultOf('stopIfMoreGrantedThan'), '), an option of Grant Access'],
	['Sync Access (', defaultOf('stopIfMoreRevokedThan'), '), an option of Revoke Access'],
	['Sync Items (', defaultOf('stopIfMoreRemovedThan'), ')'],
	['Records of one Get Many | ', formatCount(MAX_RECORDS), '. With more'],
	['A request ends after ', String(DEADLINE_MS / 1000), ' seconds'],
	['texts are cut to ', formatCount(MAX_TEXT), ' characters'],
	['names and titles to ', formatCount(MAX_LINE), '.'],
	['If ', formatCount(MAX_SEEN_COMMENTS), ' comments arrive'],
	['oldest ones if more than ', formatCount(MAX_WAITING), ' wait'],
];

/** Returns the pattern of a text whose blanks may be line breaks, or the padding of a table. */
const patternOf = (text: string) =>
	text.replaceAll(/[|().*]/g, String.raw`\$&`).replaceAll(/ +/g, String.raw`\s+`);

const PATTERNS = NUMBERS.map(([before, number, after]) => ({
	pattern: new RegExp(`(?<=${patternOf(before)})\\S+(?=${patternOf(after)})`, 'g'),
	number,
}));

/** Puts the numbers of the code into a page. */
export const withNumbers = (page: string): string =>
	PATTERNS.reduce((text, { pattern, number }) => text.replaceAll(pattern, number), page);

/** Returns the sentences that are in none of the pages. */
export const missingNumbers = (pages: string[]): string[] =>
	PATTERNS.filter(({ pattern }) => !pages.some((page) => page.search(pattern) >= 0)).map(
		({ pattern }) => pattern.source,
	);
