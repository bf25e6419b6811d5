// Two workers of n8n on one account, whose lists show ten minutes later what the other one does: random histories, beside
// what is true at the service.
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from '../kit.mts';

/** Selects the random histories. */
const SEED = Number(process.env.TRAIT_SEED ?? 1);
const RUNS = Number(process.env.TRAIT_RUNS ?? 8);

/** More than the rows that are looked up one by one. */
const PEOPLE = 26;
const LAG_SECONDS = 600;
const KINDS = ['nobody', 'without', 'other product', 'access', 'free access', 'paused'] as const;
const OPERATIONS = [
	...['grantAccess', 'grantAccess', 'createOrUpdate', 'revokeAccess', 'revokeAccess'],
	...['checkAccess', 'syncAccess'],
] as const;

const people = fc.oneof(
	fc.uniqueArray(fc.nat(PEOPLE - 1), { minLength: 1, maxLength: 3 }),
	fc.uniqueArray(fc.nat(PEOPLE - 1), { minLength: PEOPLE - 4, maxLength: PEOPLE }),
);
const histories = fc.record({
	known: fc.array(fc.constantFrom(...KINDS), { minLength: PEOPLE, maxLength: PEOPLE }),
	steps: fc.array(
		fc.record({
			operation: fc.constantFrom(...OPERATIONS),
			worker: fc.constantFrom('a', 'b'),
			named: people,
			plan: fc.constantFrom('', '', 'standard'),
			/** The seconds before the step. */
			later: fc.constantFrom(0, 5, 120, LAG_SECONDS),
		}),
		{ minLength: 2, maxLength: 7 },
	),
});
type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;
type Step = History['steps'][number];

const account = new Account(
	'customer',
	{
		product: chosen(PRODUCT),
		customer: chosen('={{ $json.email }}', 'email'),
		email: '={{ $json.email }}',
	},
	{ listLagSeconds: LAG_SECONDS, grantLagSeconds: LAG_SECONDS },
);

let runs = 0;

/** Who did something to somebody last, and when. */
type Marks = Map<string, { worker: string; at: number }>;

/** One history: the people, what is true of them, and what no list shows yet. */
class World {
	private readonly run = ++runs;
	private readonly created: Marks = new Map();
	private readonly changed: Marks = new Map();

	constructor({ known }: History) {
		const { state } = account.service;
		for (const { id } of account.customers) state.remove('customers', id);
		for (const [n, what] of known.entries()) {
			if (what === 'nobody') continue;
			const products = { without: [], 'other product': [OTHER_PRODUCT] }[String(what)] ?? [PRODUCT];
			const plan = what === 'free access' ? 'free' : 'standard';
			const status = what === 'paused' ? what : 'enabled';
			state.addCustomer({ email: this.emailOf(n), products, plan, status });
		}
		account.clock.now += LAG_SECONDS * 1000;
	}

	emailOf(n: number): string {
		return `person${n}.${this.run}@example.org`;
	}

	/** The plans of each person with access, by address. */
	get access(): Map<string, string[]> {
		const holders = account.customers.filter(({ status }) => status === 'enabled');
		return new Map(
			holders.flatMap(({ email, grants }) => {
				const plans = grants.filter(({ productId }) => productId === PRODUCT);
				return plans.length > 0 ? [[email, plans.map(({ plan }) => plan)] as const] : [];
			}),
		);
	}

	/** Whether the other worker has done this so recently that lists contradict it. */
	private isHidden(marks: Marks, email: string, worker: string): boolean {
		const mark = marks.get(email);
		const age = account.clock.now - (mark?.at ?? -Infinity);
		return mark !== undefined && mark.worker !== worker && age < (LAG_SECONDS + 120) * 1000;
	}

	/** Nobody can find somebody by the address whom another worker has just created. */
	isUnfindable = (email: string, worker: string) => this.isHidden(this.created, email, worker);

	/** A list may still say yes, or not show somebody yet, after another worker has changed access. */
	isDoubtful = (email: string, worker: string) => this.isHidden(this.changed, email, worker);

	note(marks: 'created' | 'changed', email: string, worker: string): void {
		this[marks].set(email, { worker, at: account.clock.now });
	}

	async carryOut({ operation, worker, named, plan }: Step) {
		const parameters: INodeParameters = {
			operation,
			dryRun: false,
			stopIfMoreRevokedThan: '100%',
			stopIfMoreGrantedThan: '1000',
			additionalFields: { ...(plan !== '' && { plan }) },
		};
		const credential = { ...account.credential, id: `${worker} of ${this.run}` };
		const input = named.map((n) => ({ email: this.emailOf(n) }));
		const before = this.access;
		const ids = new Map(account.customers.map(({ email, id }) => [email, id]));
		account.service.clearLogs();
		const onError = 'continueRegularOutput';
		const { json, error } = await account.run(parameters, { input, credential, onError });
		expect(error).toBeUndefined();
		const after = this.access;
		for (const { email } of account.customers) {
			if (!ids.has(email)) this.note('created', email, worker);
			if (String(before.get(email)) !== String(after.get(email)))
				this.note('changed', email, worker);
		}
		return { json, before, after, ids };
	}
}

async function check(history: History): Promise<void> {
	const world = new World(history);
	for (const step of history.steps) {
		account.clock.now += step.later * 1000;
		const { operation, worker, named, plan } = step;
		const emails = named.map((n) => world.emailOf(n));
		const findable = emails.filter((email) => !world.isUnfindable(email, worker));
		const doubtful = new Set(emails.filter((email) => world.isDoubtful(email, worker)));
		const hidden = [...world.access.keys()].filter((email) => world.isDoubtful(email, worker));
		const { json, before, after, ids } = await world.carryOut(step);
		const rowOf = (email: string) => json[emails.indexOf(email)] ?? {};
		const isEnough = (plans: string[] | undefined) =>
			plans !== undefined && (plan === '' || plans.includes('standard'));

		// Nobody is created twice, and nobody but those who are named changes, except by Sync Access.
		expect(new Set(account.customers.map(({ email }) => email)).size).toBe(
			account.customers.length,
		);
		for (const [email, plans] of before) {
			if (emails.includes(email)) continue;
			const isKept = operation !== 'syncAccess' || after.has(email);
			if (isKept) expect(after.get(email)).toEqual(plans);
		}

		if (operation === 'checkAccess') {
			expect(account.writes).toEqual([]);
			for (const email of findable) {
				const { hasAccess } = rowOf(email);
				if (before.has(email)) expect([email, hasAccess]).toEqual([email, true]);
				else if (!doubtful.has(email)) expect([email, hasAccess]).toEqual([email, false]);
			}
			continue;
		}
		if (operation === 'revokeAccess') {
			for (const email of findable) {
				expect([email, after.has(email)]).toEqual([email, false]);
				const isRevoked = rowOf(email).outcome === 'revoked';
				const wasPaused = rowOf(email).reason !== undefined;
				expect([email, isRevoked && !wasPaused]).toEqual([email, before.has(email)]);
			}
			continue;
		}
		// Those who lacked something are granted it, or fail where the other worker has just created them.
		const lacking = emails.filter((email) => !isEnough(before.get(email)));
		for (const email of lacking) {
			const isDone = isEnough(after.get(email)) || world.isUnfindable(email, worker);
			// A list may say yes for minutes after an end elsewhere.
			if (!doubtful.has(email)) expect([email, isDone]).toEqual([email, true]);
		}
		// A creation that the rate limit refuses is sent again.
		const grants = new Set(
			account.service.requests.flatMap(({ method, path, body }) =>
				['POST', 'PUT'].includes(method) ? [`${path} ${body}`] : [],
			),
		);
		const unfindable = emails.filter((email) => !findable.includes(email));
		expect(grants.size).toBeLessThanOrEqual(lacking.length + unfindable.length);
		if (operation !== 'syncAccess') continue;
		const hasFailed = json.some((row) => row.error !== undefined);
		for (const email of before.keys()) {
			if (emails.includes(email) || hidden.includes(email)) continue;
			expect([email, after.has(email)]).toEqual([email, hasFailed]);
		}
		for (const email of after.keys()) expect(emails.includes(email) || ids.has(email)).toBe(true);
	}
}

describe(`two workers and lists that lag (TRAIT_SEED=${SEED})`, () => {
	it('grant, revoke and check what is true, and nothing twice', async () => {
		await fc.assert(fc.asyncProperty(histories, check), { numRuns: RUNS, seed: SEED });
	});
});
