import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { first } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from '../kit.mts';
import {
	endedSentence,
	exceededBy,
	linesAbout,
	stopHeadline,
	stoppedSentence,
	wouldStop,
} from '../../runTexts.mts';
import { REVOCATIONS } from '../../../../nodes/Customer/access/limits.ts';
import { revokingNobody } from '../../../../nodes/Customer/access/syncNotes.ts';
import { toParagraph } from '../../../../nodes/shared/run/lines.ts';

const account = new Account('customer', {
	resource: 'customer',
	operation: 'syncAccess',
	product: chosen(PRODUCT),
	email: '={{ $json.email }}',
	output: 'summary',
});

const emailOf = (n: number) => `c${n}@example.org`;

function addSubscribers(count: number, product = PRODUCT, domain = 'example.org'): void {
	for (let n = 0; n < count; n++) {
		account.service.state.addCustomer({ email: `c${n}@${domain}`, products: [product] });
	}
}

const rows = (from: number, to: number): IDataObject[] =>
	Array.from({ length: to - from }, (_, n) => ({ email: emailOf(from + n) }));

/** Runs Sync Access without Dry Run, with On Error on Continue. */
const sync = async (input: IDataObject[], parameters: INodeParameters = {}) =>
	await account.run(
		{ dryRun: false, stopIfMoreRevokedThan: '100%', ...parameters },
		{ input, onError: 'continueRegularOutput' },
	);

/** Runs Sync Access, and returns its only item. */
async function summaryOf(...run: Parameters<typeof sync>): Promise<IDataObject> {
	const { json, error } = await sync(...run);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return first(json);
}

const ZEROS = {
	created: 0,
	granted: 0,
	revoked: 0,
	unchanged: 0,
	unclear: 0,
	unknownCustomer: 0,
	notTried: 0,
	failed: 0,
};

const NEW = 'new@example.org';
const STAYING = [0, 1, 2].map(emailOf);
const LEAVERS = [3, 4, 5, 6, 7].map(emailOf);
const LIST = [...rows(0, 3), { email: NEW }];

/** What the list does, where it is only predicted. */
const PREDICTED = { wouldCreate: [NEW], wouldRevoke: LEAVERS, unchanged: STAYING };

/** Five of the eight subscribers are more than this limit allows. */
const EXCESS = { count: 5, current: 8, allowed: '10%' };

describe('Output: Summary of Sync Access', () => {
	it('is one item with a text, all counts and the rows, paired with the whole list', async () => {
		addSubscribers(8);
		const { items } = await sync(LIST);
		const { json, pairedItem } = first(items);
		expect(items).toHaveLength(1);
		expect(Object.keys(json)).toEqual(['text', ...Object.keys(ZEROS), 'isDryRun', 'rows']);
		expect(json).toMatchObject({ ...ZEROS, created: 1, revoked: 5, unchanged: 3, isDryRun: false });
		const named = { created: [NEW], revoked: LEAVERS, unchanged: STAYING };
		expect(json.text).toBe(linesAbout(named).join('\n'));
		expect(json.rows).toHaveLength(6);
		expect(json.rows).toMatchObject([
			{ outcome: 'created', email: 'new@example.org' },
			{},
			{},
			{},
			{},
			{},
		]);
		expect(pairedItem).toEqual(LIST.map((_, item) => ({ item })));
	});

	it('has the same counts in a dry run, and says so first', async () => {
		addSubscribers(8);
		const dry = await summaryOf(LIST, { dryRun: true });
		expect(dry).toMatchObject({ ...ZEROS, created: 1, revoked: 5, unchanged: 3, isDryRun: true });
		expect(dry.text).toBe(linesAbout(PREDICTED, { isDry: true }).join('\n'));
		expect(dry).not.toHaveProperty('stopped');
		expect(account.writes).toEqual([]);
	});

	it('is there also when nothing changed', async () => {
		addSubscribers(3);
		const summary = await summaryOf(rows(0, 3));
		expect(summary).toMatchObject({ ...ZEROS, unchanged: 3, isDryRun: false, rows: [] });
		const dry = await summaryOf(rows(0, 3), { dryRun: true });
		expect(dry.text).toBe(linesAbout({ unchanged: STAYING }, { isDry: true }).join('\n'));
	});

	it('has the rows of Simplified, unchanged ones only with Output Unchanged', async () => {
		addSubscribers(3);
		const input = [...rows(0, 2), { email: 'new@example.org' }];
		const options = { outputUnchanged: true };
		const { json } = await sync(input, { output: 'simplified', dryRun: true, options });
		const { rows: shown } = await summaryOf(input, { dryRun: true, options });
		expect(shown).toEqual(json);
		expect(json).toHaveLength(4);
	});
});

describe('Output: Summary of Sync Access that a limit stops', () => {
	const LOST = stoppedSentence(REVOCATIONS, EXCESS);

	it('has the sentence, and what would have been done, also as rows', async () => {
		addSubscribers(8);
		const { json, hints } = await sync(LIST, { stopIfMoreRevokedThan: '10%' });
		const summary = first(json);
		expect(summary).toMatchObject({
			...ZEROS,
			created: 1,
			revoked: 5,
			unchanged: 3,
			isDryRun: false,
			stopped: LOST,
		});
		const lines = [LOST, ...linesAbout(PREDICTED, { isDry: true }).slice(1)];
		expect(summary.text).toBe(lines.join('\n'));
		expect(summary.rows).toMatchObject(
			['wouldCreate', ...Array<string>(5).fill('wouldRevoke')].map((outcome) => ({ outcome })),
		);
		expect(hints).toEqual([toParagraph(lines)]);
		expect(account.writes).toEqual([]);
	});

	it('stops the workflow without On Error, and tells what to do in the node', async () => {
		addSubscribers(8);
		const parameters = { dryRun: false, stopIfMoreRevokedThan: '10%' };
		const { error } = await account.run(parameters, { input: LIST });
		expect(error?.message).toBe(stopHeadline(REVOCATIONS, EXCESS));
		expect(error?.description).toContain('Stop If More Revoked Than in this node');
	});

	it('says in a dry run that a real run would be stopped', async () => {
		addSubscribers(8);
		const dry = await summaryOf(LIST, { dryRun: true, stopIfMoreRevokedThan: '10%' });
		expect(dry).toMatchObject({
			isDryRun: true,
			stopped: wouldStop(exceededBy(REVOCATIONS, EXCESS)),
		});
		const exceeded = [exceededBy(REVOCATIONS, EXCESS)];
		expect(dry.text).toBe(linesAbout(PREDICTED, { isDry: true, exceeded }).join('\n'));
	});

	it('names the product of each limit, where the rows name several', async () => {
		addSubscribers(4);
		addSubscribers(6, OTHER_PRODUCT, 'kids.example');
		const input = [
			{ email: 'c0@example.org', product: PRODUCT },
			{ email: 'c0@kids.example', product: OTHER_PRODUCT },
		];
		const product = chosen('={{ $json.product }}');
		const { stopped } = await summaryOf(input, { product, stopIfMoreRevokedThan: '10%' });
		expect(stopped).toBe(
			stoppedSentence(
				REVOCATIONS,
				{ count: 3, current: 4, allowed: '10%', name: 'Harbor Stream' },
				{ count: 5, current: 6, allowed: '10%', name: 'Harbor Stream Kids' },
			),
		);
	});
});

describe('Output: Summary of Sync Access that fails as a whole', () => {
	it.each([
		['a refused key', 401, 'The service did not accept the credential'],
		['a list that cannot be read', 500, 'The service failed'],
	])('has the sentence and zeros for %s', async (_, status, headline) => {
		const stopped = endedSentence(headline);
		account.fail('GET', ...Array.from({ length: 99 }, () => ({ status })));
		const summary = await summaryOf(LIST);
		expect(summary).toEqual({ text: stopped, ...ZEROS, isDryRun: false, stopped, rows: [] });
	});
});

describe('Output: Summary of Sync Access with rows that fail', () => {
	it('names each reason once with its number, and what was not done because of it', async () => {
		addSubscribers(3);
		const input = [...rows(0, 2), { email: 'no address' }, { email: ' ' }, { email: '' }];
		const summary = await summaryOf(input);
		expect(summary).toMatchObject({ ...ZEROS, failed: 3, unchanged: 2 });
		const lines = String(summary.text).split('\n');
		expect(lines[0]).toBe(linesAbout({ unchanged: STAYING.slice(0, 2) }).join());
		expect(lines[1]).toContain('row 3, row 4, row 5');
		expect(lines[2]).toMatch(/^2 .*"Email" is empty$/);
		expect(lines[3]).toMatch(/^1 .*"no address"$/);
		expect(lines[4]).toContain(`${revokingNobody(false)}: rows 3, 4 and 5 `);
		expect(lines).toHaveLength(5);
	});
});
