// Every number in a text of the panel is the code's, or a fact below.
import { expect, it } from 'vitest';

import { MAX_AMOUNT } from '../nodes/Analytics/period.ts';
import { LIFETIME_MS } from '../nodes/PairingCode/operations/waitUntilPaired.ts';
import { CREATION_LIMIT } from '../nodes/shared/client/limiter.ts';
import { MINUTE_MS } from '../nodes/shared/concurrency/clock.ts';
import { customerStatusOptions } from '../nodes/shared/panel/customerStatus.ts';
import { SAMPLE_SIZE } from '../nodes/VideoSubscriptionTrigger/poll.ts';
import { DEFAULT_REQUESTS } from '../nodes/VideoSubscriptionTrigger/pollBudget.ts';
import { MAX_SIMPLIFIED, spellOut } from '../scripts/docs/numbers.mts';
import {
	accessTokenSeconds,
	defaultPerPage,
	minPasswordLength,
} from '../service/contract/values.mts';
import { numbersIn } from './examples/numbers.mts';
import { nodeTypeOf } from './kit/engine.mts';
import { PANEL_TEXTS } from './kit/panelTexts.mts';

const HOUR_MS = 60 * MINUTE_MS;

/** How many rows a hint about many rows begins with, by the operations that it is for. */
const rowsOf = (operation: string): string => {
	const { hints = [] } = nodeTypeOf('customer').description;
	const hint = hints.find(({ displayCondition }) => displayCondition?.includes(operation));
	return /\.length > (\d+)/.exec(hint?.displayCondition ?? '')?.[1] ?? '';
};

/** The statuses of a customer, and the list of all. */
const LISTS_WITH_STATUS = spellOut(customerStatusOptions().length + 1);
const MINUTES_OF_CODE = LIFETIME_MS / MINUTE_MS;

/** Parts of the texts with the numbers of the code. */
const SAID = [
	`It is valid for ${(accessTokenSeconds * 1000) / HOUR_MS} hours`,
	`It is valid for ${MINUTES_OF_CODE} minutes`,
	`A code is valid for ${MINUTES_OF_CODE} minutes`,
	`Each list of this report contains up to ${defaultPerPage} entries`,
	`each list of the report. Default: ${defaultPerPage}`,
	`The number of units, from 1 to ${MAX_AMOUNT}`,
	`The fields used most, about ${spellOut(MAX_SIMPLIFIED)}.`,
	`accepts ${CREATION_LIMIT.count} new customers a second: 600 of them take about ${spellOut(600 / CREATION_LIMIT.count / 60)} minutes`,
	`More than ${rowsOf('revokeAccess')} rows are about to revoke`,
	`At least ${minPasswordLength} characters`,
	`up to ${LISTS_WITH_STATUS} times as many requests`,
	`up to ${spellOut(SAMPLE_SIZE)} real records`,
	`and ${DEFAULT_REQUESTS} requests per poll`,
];

/** Parts of the texts with a number that no code has, by the reason. */
const FACTS = Object.values({
	'Counted by test/trigger/{large,membership}.test.mts': [
		'With more than 45 videos',
		'With more than 2,400 customers',
	],
	'An example': [
		'for example 3 months',
		'for the last 3 months',
		'such as 3-week-ago',
		'A day (2026-01-31), a date and time (2026-01-31T18:00:00Z), or a time ago (3-week-ago)',
	],
	'Its meaning': [
		'except 0%',
		'With 1, each event',
		'two-letter',
		'the polls in a day times this number is the most that goes out in a day',
	],
	'A limit of the service, which fetches the file': ['a Google Drive file up to 100 MB'],
}).flat();

it('every number in a text of the panel is one of the code, or a fact with a reason', () => {
	const read = PANEL_TEXTS.filter(({ kind }) => !['placeholder', 'patterns'].includes(kind));
	const numbers = read.flatMap(({ of, text = '' }) =>
		numbersIn(text, [...SAID, ...FACTS]).map((number) => `${of}: ${number}`),
	);
	expect(
		numbers,
		'Add the part of the text to SAID with the value of the code, or to FACTS with the reason why no code has it',
	).toEqual([]);
	const all = read.map(({ text }) => text).join('\n');
	expect([...SAID, ...FACTS].filter((part) => !all.includes(part))).toEqual([]);
});
