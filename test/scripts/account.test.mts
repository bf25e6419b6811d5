import { execa } from 'execa';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { AccountReader } from '../../scripts/account/account.mts';
import { findingsOf, measureLag, PROBES, tableOf } from '../../scripts/account/findings.mts';
import { startService, type RunningService, type ServerOptions } from '../../service/index.mts';
import { firstIds } from '../../service/state.mts';
import { traitList } from '../../service/traits/index.mts';
import { defined } from '../kit/defined.mts';

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
const INVISIBLE = [
	...['grantLagSeconds', 'duplicateEmail', 'missingRemoval', 'writeAnswer', 'listLagSeconds'],
	...['disturbance', 'disturbed', 'disturbedTimes', 'disturbedRequest', 'hollowTimes'],
	...['tokensExpireBefore', 'watchingWithoutHeader'],
];
const cases = traitList
	.filter(({ name }) => !INVISIBLE.includes(name))
	.flatMap(({ name, values }) => values.map((value) => ({ name, value })))
	.filter(({ value }) => value !== 'stepping');

/** Finds the only probe whose rows name a trait, so that each case sends its requests alone. */
const probes = new Map<string, (typeof PROBES)[number]>();
beforeAll(async () => {
	const account = await accountWith({ customers: 150 });
	for (const probe of PROBES)
		for (const [, , trait] of await probe(account)) if (trait) probes.set(trait, probe);
	await service.close();
});
const probeFor = (trait: string) => defined(probes.get(trait), `a row of ${trait}`);

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
	const rows = await probeFor(name)(account);
	const found = rows.filter(([, , trait]) => trait === name).map(([, text]) => text);
	expect(found).toEqual([
		expect.stringMatching(new RegExp(`^(at least )?${String(value)}(, unless .*)?$`)),
	]);
});

it('the table has no address or key, and needs nothing but reading', async () => {
	const account = await accountWith({ customers: 150 });
	const table = tableOf(await findingsOf(account));
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

it('the table answers what access and the order of collections rest on', async () => {
	const account = await accountWith({ customers: 150 });
	const { state } = service.service;
	state.addItem(state.collections.existing(firstIds.collections), 'files', state.addExtra().id);
	const found = await foundIn(account);
	expect(found['GET /customers/:id?product= of somebody without it']).toBe('scoped: status 404');
	expect(found['Customers in status=all and in no status']).toBe('0 of 150');
	expect(found['First position in collections']).toBe('1');
	expect(found['The newest item of a collection stands at']).toMatch(/^end: [1-9]/);
	expect(found['Extras have a link']).toMatch(/^(yes|no)$/);
});

it('a small healthy account is told no fault', async () => {
	const account = await accountWith({ seed: 'empty' });
	const { state } = service.service;
	const customer = state.addCustomer({ email: 'only@example.com', name: null, plan: 'standard' });
	state.editCustomer(customer.id, (draft) =>
		draft.grants.push({
			productId: firstIds.products,
			plan: 'standard',
			isRental: false,
			expiresIn: null,
		}),
	);
	state.addVideo({ title: 'Only' });
	const found = await foundIn(account);
	for (const what of ['Order of comments', 'Live events', 'Order of customers without sort'])
		expect(found[what], what).toBe('not shown');
});

it('an account without a record is not told anything of records', async () => {
	const found = await foundIn(await accountWith({ seed: 'empty' }));
	for (const what of ['Largest per_page', 'created_at', 'Replies to comments'])
		expect(found[what], what).toBe('not shown');
});

it.each([
	['a key that the service refuses', (url: string) => [url, 'wrong'], /status 401\. .*API key/],
	['an address without a service', () => ['http://127.0.0.1:9', 'key'], /status 0\. .*Base URL/],
] as const)('the command fails with a sentence for %s', async (_, environment, sentence) => {
	await accountWith({});
	const [BASE_URL, API_KEY] = environment(service.url);
	const { exitCode, stderr, stdout } = await execa(
		process.execPath,
		['--import', 'tsx', 'scripts/checkAccount.mts'],
		{ env: { BASE_URL, API_KEY }, reject: false },
	);
	expect(exitCode).toBe(1);
	expect(stderr).toMatch(sentence);
	expect(stdout).toBe('');
});
