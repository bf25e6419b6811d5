import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';

/** Selects the random lists. */
const SEED = Number(process.env.TRAIT_SEED ?? 1);
const RUNS = Math.max(20, Number(process.env.TRAIT_RUNS ?? 0));
const PRODUCT = 101;
const PEOPLE = 8;
const WITH_ACCESS = ['access', 'free access'];
const KNOWN = [...WITH_ACCESS, 'access', 'no access', 'nothing', 'cancelled'];

const person = fc.nat(PEOPLE - 1);
/** Generates the usual value four times as often as the other one. */
const usually = (usual: boolean) =>
	fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, fc.constant(!usual));
const situations = fc.record({
	/** The state of each person in the account. */
	known: fc.tuple(...Array.from({ length: PEOPLE }, () => fc.constantFrom(...KNOWN))),
	/** The rows: a person in one of three spellings, or null for an invalid address. */
	rows: fc.array(fc.option(fc.tuple(person, fc.nat(2)), { freq: 30 }), {
		minLength: 1,
		maxLength: 10,
	}),
	limit: fc.record({ amount: fc.nat(100), unit: fc.constantFrom('percent', 'customers') }),
	never: fc.array(person, { maxLength: 2 }),
	dryRun: usually(false),
	revoke: usually(true),
	outputUnchanged: fc.boolean(),
	goesOn: usually(true),
	/** Methods of which one request is refused, each with the number of requests before it. */
	refused: fc.dictionary(fc.constantFrom('POST', 'PUT', 'DELETE'), fc.nat(2), { maxKeys: 2 }),
});
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

/** Returns what the run should do, according to the description of the operation. */
function expected({ known, rows, limit, never, revoke, dryRun }: Situation) {
	const wanted = rows.flatMap((row) => (row ? [row[0]] : []));
	const isWhole = wanted.length === rows.length;
	const holders = known.flatMap((what, n) => (WITH_ACCESS.includes(what) ? [n] : []));
	const leaving = holders.filter((n) => !wanted.includes(n) && !never.includes(n));
	const toRevoke = isWhole && revoke ? leaving : [];
	// A percentage always allows one, but 0% allows none.
	const isPercent = limit.unit === 'percent' && limit.amount > 0;
	const most = isPercent ? Math.max(1, (holders.length * limit.amount) / 100) : limit.amount;
	const outcomeOf = (n: number) => {
		if (toRevoke.includes(n)) return dryRun ? 'wouldRevoke' : 'revoked';
		if (!wanted.includes(n)) return undefined;
		if (holders.includes(n)) return 'unchanged';
		if (known[n] === 'nothing') return dryRun ? 'wouldCreate' : 'created';
		return dryRun ? 'wouldGrant' : 'granted';
	};
	return { isWhole, most, isStopped: toRevoke.length > most && !dryRun, outcomeOf };
}

/** Returns the address or the row that an item is about. */
const subjectOf = ({ json: { email, outcome, error } }: INodeExecutionData) =>
	String(outcome !== 'failed' ? email : String(error).split(': ')[0]).toLowerCase();

let runs = 0;

describe.each([0, 20])(`lists that are %d seconds late (TRAIT_SEED=${SEED})`, (listLagSeconds) => {
	const account = new Account(
		'customer',
		{ operation: 'syncAccess', product: chosen(PRODUCT), email: '={{ $json.email }}' },
		{ listLagSeconds },
	);
	/** Returns the addresses of the customers with access, in lower case. */
	const addresses = () =>
		account.customers
			.filter(({ grants, status }) => status === 'enabled' && grants.length > 0)
			.map(({ email }) => email.toLowerCase())
			.sort();

	/** Fills the account, and returns the addresses, which differ from those of earlier runs. */
	function prepare({ known, refused }: Situation): string[] {
		const { state, faults } = account.service;
		for (const { id } of account.customers) state.remove('customers', id);
		account.service.clearLogs();
		runs += 1;
		for (const [method, after] of Object.entries(refused))
			faults.add({ status: 403, match: { method }, after });
		return known.map((what, n) => {
			const email = `person${n}.${runs}@example.org`;
			const status = what === 'cancelled' ? what : 'enabled';
			const products = what === 'no access' ? [] : [PRODUCT];
			const plan = what === 'free access' ? 'free' : 'standard';
			if (what !== 'nothing') state.addCustomer({ email, status, products, plan });
			return email;
		});
	}

	async function run(situation: Situation, emails: string[]) {
		const { rows, limit, never, dryRun, revoke, outputUnchanged, goesOn } = situation;
		const written = emails.map((email) => [
			email,
			` ${email.toUpperCase()} `,
			email.replace('p', 'P'),
		]);
		const input = rows.map((row) => ({ email: row && written[row[0]]?.[row[1]] }));
		const neverRevoke = never.map((n) => emails[n]).join();
		const limits = {
			stopIfMoreRevokedThan: `${limit.amount}${limit.unit === 'percent' ? '%' : ''}`,
		};
		const parameters = { dryRun, ...limits, options: { revoke, outputUnchanged, neverRevoke } };
		const onError = goesOn ? 'continueRegularOutput' : 'stopWorkflow';
		return await account.run(parameters, { input, onError });
	}

	async function check(situation: Situation): Promise<void> {
		const { rows, refused, goesOn, dryRun, outputUnchanged, never } = situation;
		const { isWhole, most, isStopped, outcomeOf } = expected(situation);
		const emails = prepare(situation);
		const before = addresses();
		const { items, error } = await run(situation, emails);
		account.service.faults.clear();
		const after = addresses();
		const lost = before.filter((email) => !after.includes(email));
		expect(lost.length).toBeLessThanOrEqual(isWhole ? most : 0);
		for (const n of never) expect(lost).not.toContain(emails[n]);
		if (isStopped || dryRun || (!isWhole && !goesOn)) expect(account.writes).toEqual([]);
		const failure = error?.message ?? items[0]?.json.error;
		if (!isWhole && !goesOn) return void expect(failure).toMatch(/^Row \d+: /);
		if (isStopped) return void expect(failure).toMatch(/^Stopped: /);
		if (error) return void expect(refused).not.toEqual({});

		const failed = items.filter(({ json }) => json.error).map(subjectOf);
		// A row that failed may name anybody: nobody is revoked then.
		const hasFailedRow = items.some(({ json, pairedItem }) => {
			const hasRow = pairedItem !== undefined && !Array.isArray(pairedItem);
			return hasRow && json.error !== undefined;
		});
		const expectedItems = emails.flatMap((email, n) => {
			const outcome = outcomeOf(n);
			if (hasFailedRow && outcome === 'revoked') return [];
			if (!outcome || (outcome === 'unchanged' && !outputUnchanged)) return [];
			const item = rows.findIndex((row) => row?.[0] === n);
			return [[email, failed.includes(email) ? 'failed' : outcome, item < 0 ? [] : { item }]];
		});
		const bad = rows.flatMap((row, item) => (row ? [] : [[`row ${item + 1}`, 'failed', { item }]]));
		const actual = items.map((item) => [
			subjectOf(item),
			item.json.outcome ?? 'failed',
			item.pairedItem,
		]);
		expect(actual.sort()).toEqual([...expectedItems, ...bad].sort());
		expect(failed.length - bad.length).toBeLessThanOrEqual(Object.keys(refused).length);
		if (dryRun || failed.length > bad.length) return;

		const has = (email: string, n: number) =>
			outcomeOf(n) === undefined ? before.includes(email) : outcomeOf(n) !== 'revoked';
		expect(after).toEqual(emails.filter(has).sort());
		account.clock.now += listLagSeconds * 1000;
		account.service.clearLogs();
		await run({ ...situation, limit: { amount: 0, unit: 'customers' } }, emails);
		expect(account.writes).toEqual([]);
	}

	it('Sync Access gives access to exactly the list, or changes nothing', async () => {
		await fc.assert(fc.asyncProperty(situations, check), { numRuns: RUNS, seed: SEED });
	});
});
