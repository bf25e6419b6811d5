// What notes and entries of the examples promise in numbers, held to the parameters that decide it.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { EXAMPLES, exampleNames, readExample } from '../../scripts/lib/examples.mts';
import { defined } from '../kit/defined.mts';
import { nodeOf } from './evaluate.mts';

const [, ...sections] = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8').split(/^## /m);

/** Returns the text of an example's section in the readme, in one line. */
function entryOf(example: string): string {
	const entry = sections.find((section) => section.includes(`](${example}.json)`));
	return defined(entry, `the entry of ${example}`).replaceAll(/\s+/g, ' ');
}

const notesOf = (example: string): string[] =>
	readExample(example)
		.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content));

/** Other forms in which a text may say what a parameter has. */
const FORMS: Array<[value: string, text: string]> = [
	['1 hours', 'an hour'],
	['3600000', 'an hour'],
	['3_600_000', 'an hour'],
	['2 hoursInterval', 'two hours'],
	['3 days', 'three days'],
	['7 days', 'a week'],
	['7 days', 'seven days'],
	['1000', '1,000'],
	['10 week', 'ten weeks'],
	['366 days', 'a year'],
	['2 years', 'two years'],
	['[0]', 'Sunday'],
	['[1]', 'Monday'],
];

type Place = 'note' | 'entry';

/**
 * An example, a node, the place in its parameters that decides, and the sentence that says it: `$1` is the value. The value
 * comes from the parameters alone, so that a change of them or of the sentence is noticed.
 */
type Claim = [example: string, node: string, decides: RegExp, says: string, places: Place[]];

const BOTH: Place[] = ['note', 'entry'];
const REVOCATIONS = /"stopIfMoreThan":"(\d+%)"/;
const WAITING = /"resumeAmount":(\d+),"resumeUnit":"(\w+)"/;
const HOUR = /"triggerAtHour":(\d+)/;
const DAY = /"triggerAtDay":(\[\d\])/;

const CLAIMS: Claim[] = [
	['nightly-reconciliation', 'Sync Access', REVOCATIONS, 'ore than $1 would lose access', BOTH],
	['nightly-reconciliation', 'Every Night at 2', HOUR, 'Every night at $1 AM', ['note']],
	[
		'nightly-reconciliation',
		'Delete Old Rows',
		/minus\(\{ (\w+): (\d+)/,
		'older than $2 $1',
		['note'],
	],
	['sheet-access', 'Sync Access', REVOCATIONS, 'ore than $1 would lose access', BOTH],
	['sheet-playlist', 'Sync Items', REVOCATIONS, 'ore than $1 would be removed', BOTH],
	['undo-a-run', 'Revoke Access', REVOCATIONS, 'If more than $1 would lose access', ['entry']],
	['undo-a-run', 'Revoke Access', REVOCATIONS, 'is $1 of those who have access now', ['note']],
	['approved-sync', 'Every Night at 2', HOUR, 'Every night at $1 AM', ['note']],
	['approved-sync', 'Ask the Team', WAITING, 'no answer within $1 $2', ['note']],
	['approved-sync', 'Ask the Team', WAITING, 'Without an answer within $1 $2', ['entry']],
	['comp-access', 'Ask the Team', WAITING, 'no answer within $1 $2', ['note']],
	['comp-access', 'Valid Request?', /days <= (\d+)/, 'The day must be within $1 days', ['note']],
	['comment-triage', 'Ask a Moderator', WAITING, 'no answer within $1 $2', ['note']],
	['describe-videos', 'Ask an Editor', WAITING, 'No answer within $1 $2', ['note']],
	['support-agent', 'Ask the Support Lead', WAITING, 'Without an answer within $1 $2', BOTH],
	['only-what-changed', 'Changed Since', /days: (\d+)/, 'The first run takes $1 days.', ['note']],
	['only-what-changed', 'Every Monday at 6', DAY, '$1 at 6 AM', ['note']],
	['only-what-changed', 'Every Monday at 6', HOUR, 'Monday at $1 AM', ['note']],
	['subscriber-check', 'Within the Limit?', /<= (\d+)/, 'More than $1 questions a minute', BOTH],
	['subscriber-check', 'Within the Limit?', /<= (\d+)/, '$1 a minute are 43,200 a day', BOTH],
	['anniversary', 'Anniversary Today', /DAYS = (\d+)/, 'anniversaries of the last $1 days', BOTH],
	['anniversary', 'Every Day at 9', HOUR, 'Every day at $1 AM', ['note']],
	[
		'not-watching',
		'Joined a Week Ago',
		/<= \$now\.minus\(\{ days: (\d+)/,
		'joined $1 to 14 days',
		['note'],
	],
	[
		'not-watching',
		'Joined a Week Ago',
		/> \$now\.minus\(\{ days: (\d+)/,
		'joined 7 to $1 days',
		['note'],
	],
	['not-watching', 'Newest Customers', /"limit":(\d+)/, 'the $1 newest customers', ['note']],
	['not-watching', 'Every Day at 10', HOUR, 'Every day at $1 AM', ['note']],
	['win-back', 'Wait Three Days', /"amount":(\d+),"unit":"(\w+)"/, '$1 $2 after', BOTH],
	['crm-and-newsletter', 'Every Sunday at 3', DAY, 'Every $1 at 3', ['note']],
	[
		'release-announcement',
		'Wait Until Then',
		/getTime\(\) - (\d+)/,
		'$1 before a live event',
		BOTH,
	],
	[
		'catalog-export',
		'Ends Within 30 Days',
		/days_left\) <= (\d+)/,
		'rights end within $1 days',
		BOTH,
	],
	['catalog-export', 'Every Monday at 8', DAY, 'Every $1', BOTH],
	['catalog-export', 'Every Monday at 8', HOUR, 'at $1 AM', ['note']],
	['file-to-video', 'Every Two Hours', /"(hoursInterval)":(\d+)/, 'every $2 $1', BOTH],
	['number-alert', 'The Number', /"value":(\d+),"type":"number"/, 'fallen by more than $1%', BOTH],
	['number-alert', 'Every Day at 8', HOUR, 'Every day at $1 AM', ['note']],
	['weekly-numbers', 'Ten Weeks', /"periodAmount":(\d+),"periodUnit":"(\w+)"/, '$1 $2', ['note']],
	['weekly-numbers', 'Every Monday at 8', DAY, 'Every $1', BOTH],
	['weekly-churn-report', 'Every Monday at 7', DAY, 'Every $1', BOTH],
	['customers-to-sheet', 'Every Day at 5', HOUR, 'Every day at $1 AM', ['note']],
	['when-a-workflow-fails', 'What Failed', /HOUR = ([\d_]+)/, 'posted once $1', BOTH],
	['crm-to-customer-access', 'Deals from the CRM', /length: (\d+)/, '$1 made-up deals', ['note']],
	[
		'crm-to-customer-access',
		'Deals from the CRM',
		/length: (\d+)/,
		'the $1 deals are made up',
		['entry'],
	],
];

/** Returns the forms in which a text may say this, without case. */
function formsOf(sentence: string): string[] {
	const others = FORMS.filter(([value]) => sentence.includes(value));
	return [sentence, ...others.map(([value, text]) => sentence.replace(value, text))].map((form) =>
		form.toLowerCase(),
	);
}

test.each(CLAIMS)('%s: %s decides %s, and "%s" is what the texts say', (...claim) => {
	const [example, name, decides, says, places] = claim;
	const parameters = JSON.stringify(nodeOf(example, name).parameters);
	const values = defined(decides.exec(parameters) ?? undefined, `${String(decides)} in ${name}`);
	const sentence = says.replaceAll(/\$(\d)/g, (_, index) => String(values[Number(index)]));
	const texts = { note: notesOf(example).join('\n'), entry: entryOf(example) };
	for (const place of places)
		expect(
			formsOf(sentence).some((form) => texts[place].toLowerCase().includes(form)),
			`${place}: ${sentence}`,
		).toBe(true);
});

/** The numbers that notes write as words. */
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six'];

/** Phrases that count nodes in the setup of a note, and the credential that they count. */
const COUNTED: Array<[phrase: RegExp, credential: RegExp]> = [
	[/\b(?:in|the|and) (both|the \w+|\w+) Slack nodes/, /^slack/],
	[/\b(?:in|the|and) (both|the \w+|\w+) email nodes/, /^smtp/],
	[/\b(?:in|the|and) (both|the \w+|\w+) Mailchimp nodes/, /^mailchimp/],
	[/\b(?:in|the|and) (both|the \w+|\w+) Circle nodes/, /^httpHeaderAuth/],
	[/\bthe (\w+) (?:nodes of the service|nodes that read|tools)\b/, /^videoSubscription/],
];

const isTrigger = ({ type }: { type: string }) => /Trigger$/i.test(type);

describe.each(exampleNames)('%s', (example) => {
	const { nodes } = readExample(example);
	const [setup = ''] = notesOf(example);
	const ours = nodes.filter(({ type }) => type.startsWith('n8n-nodes-video-subscription.'));

	test.each(COUNTED)('counts its nodes: %s', (phrase, credential) => {
		const [, count] = phrase.exec(setup) ?? [];
		if (count === undefined) return;
		const isNamedApart = /both triggers and/.test(setup) && credential.test('videoSubscriptionApi');
		const counted = nodes.filter(
			(node) =>
				Object.keys(node.credentials ?? {}).some((type) => credential.test(type)) &&
				!(isNamedApart && isTrigger(node)),
		);
		const word = count.replace('both', 'two').replace('the ', '');
		expect(word).toBe(NUMBERS[counted.length]);
	});

	test('names or counts each node of the service whose credential has to be chosen', () => {
		const isCounted = COUNTED.some(
			([phrase, type]) => type.test('videoSubscriptionApi') && phrase.test(setup),
		);
		const missing = ours.filter(
			(node) =>
				!setup.includes(`**${node.name}**`) &&
				!isCounted &&
				!(isTrigger(node) && /(both|the two) triggers/.test(setup)),
		);
		expect(missing.map(({ name }) => name)).toEqual([]);
	});

	test("says that customers can't be deleted, where it may create one", () => {
		const creating = ours.filter(({ parameters: { operation, customer } }) => {
			if (['create', 'createOrUpdate', 'syncAccess'].includes(String(operation))) return true;
			return operation === 'grantAccess' && JSON.stringify(customer).includes('"mode":"email"');
		});
		const isSaid = setup.includes("they can't be deleted");
		const isCreating = creating.some(({ type }) => /\.customer/.test(type));
		expect(isSaid).toBe(isCreating);
	});

	test('forgets after as many days as its note says', () => {
		const [step] = nodes.filter(({ name }) => name === 'Forget Old Events');
		const [, days] = /days: (\d+)/.exec(JSON.stringify(step?.parameters ?? {})) ?? [];
		const said = [
			...notesOf(example)
				.join('\n')
				.matchAll(/epeats within (\d+) days/g),
		];
		expect(said.length > 0).toBe(step !== undefined);
		expect([...new Set(said.map(([, number]) => number))]).toEqual(step ? [days] : []);
	});
});
