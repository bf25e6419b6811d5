import { afterEach, expect, it } from 'vitest';
import { AccountReader } from '../../scripts/account/account.mts';
import { findingsOf, measureLag, tableOf } from '../../scripts/account/findings.mts';
import { startService, type RunningService, type ServerOptions } from '../../service/index.mts';
import { firstIds } from '../../service/state.mts';
import { traitList } from '../../service/traits/index.mts';

let service: RunningService;
afterEach(async () => await service.close());

async function accountWith(options: ServerOptions): Promise<AccountReader> {
	service = await startService(options);
	return new AccountReader(service.url, service.service.settings.apiKey);
}

async function foundIn(account: AccountReader): Promise<Record<string, string>> {
	const rows = await findingsOf(account);
	return Object.fromEntries(rows.map(([what, found]) => [what, found]));
}

/** Traits that only writes, OAuth2 or broken connections show. */
const UNSEEN = [
	...['grantLagSeconds', 'duplicateEmail', 'missingRemoval', 'writeAnswer', 'listLagSeconds'],
	...['disturbance', 'disturbed', 'disturbedTimes', 'disturbedRequest', 'hollowTimes'],
	...['tokensExpireBefore', 'watchingWithoutHeader'],
];
const cases = traitList
	.filter(({ name }) => !UNSEEN.includes(name))
	.flatMap(({ name, values }) => values.map((value) => ({ name, value })))
	.filter(({ value }) => value !== 'stepping');

it.each(cases)('the table names $name: $value', async ({ name, value }) => {
	const hollow = name === 'hollowList' && { hollowTimes: 'each' as const };
	const account = await accountWith({ customers: 150, [name]: value, ...hollow });
	// Some customers have a product under both plans.
	for (let id = firstIds.customers + 140; id < firstIds.customers + 149; id += 2)
		service.service.state.editCustomer(id, ({ grants }) => {
			const both = grants.map(
				(grant) => ({ ...grant, plan: grant.plan === 'free' ? 'standard' : 'free' }) as const,
			);
			grants.push(...both);
		});
	const rows = await findingsOf(account);
	const found = rows.filter(([, , trait]) => trait === name).map(([, text]) => text);
	expect(found).toEqual([expect.stringMatching(new RegExp(`^(at least )?${String(value)}$`))]);
	const table = tableOf(rows);
	for (const secret of [service.service.settings.apiKey, 'example.com', '@'])
		expect(table).not.toContain(secret);
	const methods = service.service.requests.map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
});

it('the table has the order of each sort and the status of refusals', async () => {
	const found = await foundIn(await accountWith({}));
	expect(found['Order of customers, sort=newest']).toContain('created_at descending');
	expect(found['Order of products, sort=alphabetical']).toContain('name ascending');
	expect(found['Status of a wrong key']).toMatch(/^401 \(.*message/);
	expect(found['Status of customers/999999999']).toMatch(/^404 /);
	expect(found['Unknown fields of customers']).toBe('none');
});

it('creating one customer shows how soon a list contains it', async () => {
	let now = Date.UTC(2026, 0, 1);
	const account = await accountWith({ listLagSeconds: 3, now: () => new Date(now) });
	const clock = {
		now: () => now,
		sleep: async (delay: number) => await Promise.resolve(void (now += delay)),
	};
	const [, found] = await measureLag(account, 'new@example.com', clock);
	expect(found).toMatch(/^3 s \(status 20/);
});

it('the table is also written for an account that does not respond', async () => {
	await accountWith({});
	const found = await foundIn(new AccountReader('http://127.0.0.1:9', 'key'));
	expect(found['Status of a wrong key']).toMatch(/^0 /);
});
