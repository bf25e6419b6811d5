// The numbers in the pages. `npm run docs` writes those of the code; test/docs/numbers.test.mts finds every other one.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { MAX_AMOUNT } from '../../nodes/Analytics/period.ts';
import { COUNTERS as ACCESS_COUNTERS } from '../../nodes/Customer/access/outcomes.ts';
import { LOOKED_UP_FOR_MS } from '../../nodes/Customer/access/takenAddress.ts';
import {
	LIFETIME_MS,
	MAX_RETRIES,
	PAUSE_MS,
} from '../../nodes/PairingCode/operations/waitUntilPaired.ts';
import { CREATION_LIMIT, MAX_PAUSE_MS } from '../../nodes/shared/client/limiter.ts';
import { DEFAULT_RETRY_POLICY } from '../../nodes/shared/client/request.ts';
import { DEADLINE_MS } from '../../nodes/shared/client/transport.ts';
import { MINUTE_MS } from '../../nodes/shared/concurrency/clock.ts';
import { REMEMBERED_FOR_MS } from '../../nodes/shared/customers/recentWrites.ts';
import { DEFAULT_PAGE_SIZE } from '../../nodes/shared/lists/page.ts';
import { RECORDS } from '../../nodes/shared/output/records.ts';
import { MAX_RECORDS } from '../../nodes/shared/request/passable.ts';
import { MAX_NAMES_IN_LINE, MAX_REASONS } from '../../nodes/shared/run/lines.ts';
import { MAX_LINE, MAX_TEXT } from '../../nodes/shared/values/safeText.ts';
import { formatCount } from '../../nodes/shared/values/text.ts';
import { OVERLAP } from '../../nodes/VideoSubscriptionTrigger/checkpoint/window.ts';
import { MAX_SEEN_COMMENTS } from '../../nodes/VideoSubscriptionTrigger/events/comments/commentCreated.ts';
import { MAX_MEMBERS } from '../../nodes/VideoSubscriptionTrigger/events/membership/compared.ts';
import { MIN_MISSED_ROUNDS } from '../../nodes/VideoSubscriptionTrigger/events/membership/customerLists.ts';
import {
	LOOK_UPS_PER_MINUTE,
	MAX_WAITING,
} from '../../nodes/VideoSubscriptionTrigger/events/videos/waiting.ts';
import { MAX_FOUND } from '../../nodes/VideoSubscriptionTrigger/lists/scan.ts';
import { SAMPLE_SIZE } from '../../nodes/VideoSubscriptionTrigger/poll.ts';
import {
	DEFAULT_BUDGET_MS,
	DEFAULT_REQUESTS,
	MAX_EVENTS_PER_EXECUTION,
	RESERVE,
} from '../../nodes/VideoSubscriptionTrigger/pollBudget.ts';
import {
	MAX_FAILURES,
	REQUEST_TIMEOUT_MS,
	RETRY_POLICY as POLL_RETRY_POLICY,
} from '../../nodes/VideoSubscriptionTrigger/serviceReader.ts';
import {
	accessTokenSeconds,
	defaultPerPage,
	minPasswordLength,
} from '../../service/contract/values.mts';
import { defined } from '../lib/defined.mts';
import { operations, parametersOf } from '../lib/descriptions.mts';
import { NODE_MAJOR } from '../lib/node24.mjs';
import { ROOT } from '../lib/paths.mts';
import { minorOf, OLDEST_N8N, TESTED_N8N } from '../lib/versions.mts';
import { PORTS } from '../demo/ports.mts';

const WORDS =
	'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
		' ',
	);

/** @example spellOut(12) // 'twelve' */
export const spellOut = (number: number): string => WORDS[number] ?? formatCount(number);

/** @example roughly(22_000) // 20000 */
const roughly = (number: number): number => Number(number.toPrecision(1));

/** Returns how long a retry lasts, as a sentence says it: the first minute has no number. */
const minutesInWords = (ms: number): string =>
	ms === MINUTE_MS ? 'a minute' : `${spellOut(ms / MINUTE_MS)} minutes`;

/** Returns the number that a file has where the pattern is. */
function numberIn(file: string, pattern: RegExp): string {
	const [, number] = pattern.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
	return defined(number, `${String(pattern)} in ${file}`);
}

/** Returns the default of a field of an operation over a whole list. */
function defaultOf(name: string): string {
	const wholeList = ['customer.syncAccess', 'collection.syncItems', 'customer.getAll'];
	const fields = operations.filter((operation) => wholeList.includes(operation.name));
	const found = fields.flatMap(parametersOf).find(({ field }) => field.name === name);
	return String(found?.field.default);
}

const GRANTED = defaultOf('stopIfMoreGrantedThan');
const REVOKED = defaultOf('stopIfMoreRevokedThan');
const PER_MINUTE = 60 * CREATION_LIMIT.count;
const MINUTES_FOR_6000 = 6000 / PER_MINUTE;
const HOURS_FOR_A_MILLION = Math.floor(1_000_000 / PER_MINUTE / 60);
/** The most fields of a simplified record. */
export const MAX_SIMPLIFIED = Math.max(
	...Object.values(RECORDS).map(({ fields }) => Object.keys(fields).length),
);
/** How late a list may show a record: as far as each scan goes back. */
const LAG = spellOut(OVERLAP / 60);
/** What is tried again: for so long, unless the service asks to wait. */
const RETRIED = minutesInWords(DEFAULT_RETRY_POLICY.totalMs);
const PAUSE = minutesInWords(MAX_PAUSE_MS);
const OLDEST_MINOR = minorOf(OLDEST_N8N);
const TESTED_MINOR = minorOf(TESTED_N8N);

type Shown = string | number;

interface Sentence {
	words: readonly string[];
	numbers: string[];
}

/** A part of a sentence of the pages, with the numbers of the code in it. */
const says = (words: TemplateStringsArray, ...numbers: Shown[]): Sentence => ({
	words,
	numbers: numbers.map((one) => (typeof one === 'number' ? formatCount(one) : one)),
});

/** Enough words that a sentence is no other one. A number is written where the page has one, and nowhere else. */
const SENTENCES: Sentence[] = [
	// Limits of a run
	says`end in a run | ${REVOKED} of the customers with access`,
	says`may give access | ${GRANTED} in a run`,
	says`Sync Access (${GRANTED}), an option of Grant Access`,
	says`Sync Access (${REVOKED}), an option of Revoke Access`,
	says`Sync Items (${defaultOf('stopIfMoreRemovedThan')}) |`,
	says`Records of one Get Many | ${MAX_RECORDS}. With more`,
	says`fails with more than ${MAX_RECORDS} records for one input item`,
	says`click **Execute step**. Up to ${defaultOf('limit')} of your enabled customers`,
	// Creations
	says`New customers | ${CREATION_LIMIT.count} a second, the service's own limit: ${PER_MINUTE} take a minute |`,
	says`accepts ${CREATION_LIMIT.count} new customers a second**, and the nodes keep to it: ${PER_MINUTE} customers take a minute, 6,000 take ${MINUTES_FOR_6000} minutes, and a million ${HOURS_FOR_A_MILLION} hours`,
	says`accepts ${CREATION_LIMIT.count} new customers a second, so 6,000 take ${MINUTES_FOR_6000} minutes`,
	says`create at most ${CREATION_LIMIT.count} customers a second`,
	says`\`POST /customers\` | ${CREATION_LIMIT.count} a second, then 429`,
	// Requests
	says`A request ends after ${DEADLINE_MS / 1000} seconds`,
	says`tried again for ${RETRIED}, if that is safe, and for ${PAUSE} where the service answers 429`,
	says`After a 429 that asks for more than ${PAUSE}, nothing is sent`,
	says`A node tries for ${RETRIED}, if that is safe`,
	says`stopped responding for ${RETRIED}, or asked to wait longer than ${PAUSE}, so`,
	says`as long as the service asks, up to ${PAUSE}. Then`,
	says`| After ${RETRIED} without an answer, the rows`,
	says`After ${RETRIED}, the rest isn't tried`,

	// Lists that lag
	says`usually within seconds, at most ${LAG} minutes later`,
	says`usually for seconds, at most ${LAG} minutes |`,
	says`usually show a new customer within seconds, at most ${LAG} minutes later`,
	says`the row fails, and a run ${LAG} minutes later finds the customer`,
	says`a list shows it more than ${LAG} minutes after its creation`,
	says`appear in lists after more than ${LAG} minutes`,
	says`new customers of the last ${LAG} minutes`,
	says`look such addresses up again for ${minutesInWords(LOOKED_UP_FOR_MS)} in a run`,
	says`and looked up for ${minutesInWords(LOOKED_UP_FOR_MS)}. Access`,
	says`For ${spellOut(REMEMBERED_FOR_MS / MINUTE_MS)} minutes, own writes count more`,
	says`For ${spellOut(REMEMBERED_FOR_MS / MINUTE_MS)} minutes, what this process created`,
	// Texts
	says`texts are cut to ${MAX_TEXT} characters`,
	says`names and titles to ${MAX_LINE}. A`,
	says`up to ${spellOut(MAX_NAMES_IN_LINE)} email addresses, and up to ${spellOut(MAX_REASONS)} reasons of failures`,
	// Records
	says`returns up to ${spellOut(MAX_SIMPLIFIED)} fields of the record (Simplified)`,
	says`returns up to ${spellOut(MAX_SIMPLIFIED)} useful fields`,
	says`the default, up to ${spellOut(MAX_SIMPLIFIED)} fields of the record`,
	says`choose about ${spellOut(MAX_SIMPLIFIED)} fields in`,
	says`Only the ${spellOut(Object.keys(ACCESS_COUNTERS).length + 1)} operations over many rows use it`,
	// The trigger
	says`can compare | about ${roughly(MAX_MEMBERS)} (**`,
	says`can compare about ${roughly(MAX_MEMBERS)} customers`,
	says`If ${MAX_SEEN_COMMENTS} comments arrive`,
	says`oldest ones if more than ${MAX_WAITING} wait`,
	says`than ${MAX_WAITING} videos wait)`,
	says`delivers the oldest ${MAX_FOUND}, and reads`,
	says`starts with up to ${MAX_EVENTS_PER_EXECUTION} events`,
	says`shows up to ${spellOut(SAMPLE_SIZE)} real records`,
	says`reads up to ${DEFAULT_REQUESTS} pages of ${DEFAULT_PAGE_SIZE} records`,
	says`for the newest ${DEFAULT_PAGE_SIZE} videos. Older`,
	says`videos of up to ${DEFAULT_PAGE_SIZE} comments each`,
	says`twice if ${DEFAULT_REQUESTS} requests are enough`,
	says`**Requests per Poll** (${DEFAULT_REQUESTS}), not`,
	says`looks up about ${LOOK_UPS_PER_MINUTE} a minute of the older videos`,
	says`after attempts for ${spellOut(POLL_RETRY_POLICY.totalMs / 1000)} seconds, or if a request gets no response in ${spellOut(REQUEST_TIMEOUT_MS / 1000)}. The`,
	says`or the first ${spellOut(MAX_FAILURES)} of a poll can't`,
	says`No request begins after ${100 * (1 - RESERVE)}% of the time`,
	says`A poll may take | ${DEFAULT_BUDGET_MS / MINUTE_MS} minutes`,
	says`A list lacks ${DEFAULT_PAGE_SIZE} or more of the records`,
	says`only after ${spellOut(MIN_MISSED_ROUNDS)} complete rounds without them`,
	says`the most events in a day: ${24 * 60} with a poll every minute, ${24} with a poll every hour`,
	// The service
	says`\`per_page\` is ${defaultPerPage} unless given`,
	says`| page | ${defaultPerPage} records by default`,
	says`It is at least ${DEFAULT_PAGE_SIZE} or what was asked for`,
	says`a password has at least ${minPasswordLength} characters`,
	says`password of a customer | at least ${minPasswordLength} characters`,
	says`with n from 1 to ${MAX_AMOUNT}. Seen`,
	says`number in a relative date | 1 to ${MAX_AMOUNT} |`,
	says`a bearer token for ${String(accessTokenSeconds)} seconds`,
	says`access token | ${String(accessTokenSeconds)} seconds`,
	says`pairing code | ${String(LIFETIME_MS / 1000)} seconds, polled about every ${PAUSE_MS / 1000} s, at most ${MAX_RETRIES} times`,
	// Versions and tools
	says`3 to 6 minutes and ${numberIn('scripts/demo.mts', /(\d+) GB/)} GB the first time`,
	says`a hint has at most ${numberIn('test/guards/descriptions.mts', /MAX_HINT = (\d+)/)} characters`,
	says`when to take the node, in ${numberIn('test/guards/structure.mts', /sentence of (\d+) characters/)} characters or more`,
	says`n8n ${OLDEST_MINOR} or later`,
	says`- **${OLDEST_MINOR} or later.** The`,
	says`each minor version since ${OLDEST_MINOR}. Earlier`,
	says`it was seen in n8n ${TESTED_N8N}: with`,
	says`- n8n ${TESTED_N8N} alone takes`,
	says`to the browser, run on ${TESTED_N8N}. Every`,
	says`and seen in ${TESTED_N8N} with the settings on`,
	says`Polls of n8n ${TESTED_MINOR} are in memory`,
	says`Prepare a clean n8n ${TESTED_MINOR}, the`,
	says`npm and Node.js ${NODE_MAJOR} (from`,
	says`Below ${numberIn('stryker.config.mjs', /break: (\d+)/)}% noticed, \`npm run mutation\` fails`,
	says`by default ${String(PORTS.n8n.usual)}, ${String(PORTS.service.usual)} and ${String(PORTS.page.usual)}. Where`,
];

/** Returns the pattern of a text whose blanks may be line breaks, or the padding of a table. */
const patternOf = (text: string) =>
	`(${text.replaceAll(/[|().*?+\\]/g, String.raw`\$&`).replaceAll(/ +/g, String.raw`\s+`)})`;

/** Whatever stands in the place of a number. */
const NUMBER = String.raw`([\w.,%]+?(?:\s+\w+)?)`;

const PATTERNS = SENTENCES.map(({ words, numbers }) => ({
	pattern: new RegExp(words.map(patternOf).join(NUMBER), 'g'),
	numbers,
}));

/** Returns a number in the place of another one. The same one may go on in the next line. */
const withNumber = (part: string, number = part): string =>
	part.replaceAll(/\s+/g, ' ') === number ? part : number;

/** Puts the numbers of the code into a page. */
export const withNumbers = (page: string): string =>
	PATTERNS.reduce(
		(text, { pattern, numbers }) =>
			text.replaceAll(pattern, (_, ...parts: string[]) =>
				// The words of the page stay as they are broken into lines: every second part is a number.
				parts
					.slice(0, 2 * numbers.length + 1)
					.map((part, index) => withNumber(part, numbers[(index - 1) / 2]))
					.join(''),
			),
		page,
	);

/** Returns the sentences that are in none of the pages. */
export const missingNumbers = (pages: string[]): string[] =>
	PATTERNS.filter(({ pattern }) => !pages.some((page) => page.search(pattern) >= 0)).map(
		({ pattern }) => pattern.source,
	);

/** Returns the sentences of a page whose numbers are those of the code. */
export const sentencesIn = (page: string): string[] =>
	PATTERNS.flatMap(({ pattern }) => [...page.matchAll(pattern)].map(([sentence]) => sentence));
