import { execa } from 'execa';
import { afterEach, expect, it } from 'vitest';
import { AccountReader } from '../../scripts/account/account.mts';
import { measureLag, tableOf } from '../../scripts/account/findings.mts';
import { reliedOn } from '../../scripts/account/reliedOn.mts';
import { startService, type RunningService, type ServerOptions } from '../../service/index.mts';
import { firstIds } from '../../service/state.mts';

let service: RunningService;
afterEach(async () => await service.close());

async function accountWith(options: ServerOptions): Promise<AccountReader> {
	service = await startService(options);
	return new AccountReader(service.url, service.service.settings.apiKey);
}

async function foundIn(account: AccountReader): Promise<Record<string, string>> {
	const rows = await reliedOn(account);
	return Object.fromEntries(rows.map(([what, found]) => [what, found]));
}

it('the table has no address or key, and needs nothing but reading', async () => {
	const account = await accountWith({ customers: 150 });
	const table = tableOf(await reliedOn(account));
	for (const secret of [service.service.settings.apiKey, 'example.com', '@'])
		expect(table).not.toContain(secret);
	const methods = service.service.requests.map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
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

it('an account without a record is not told anything of records', async () => {
	const found = await foundIn(await accountWith({ seed: 'empty' }));
	for (const what of ['First position in collections', 'Extras have a link'])
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
