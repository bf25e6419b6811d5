import { execa } from 'execa';
import { afterEach, expect, it } from 'vitest';
import { AccountReader, findRefusal } from '../../scripts/account/account.mts';
import { tableOf } from '../../scripts/account/finding.mts';
import { reliedOn } from '../../scripts/account/reliedOn.mts';
import { startService, type RunningService, type ServerOptions } from '../../service/index.mts';

let service: RunningService;
afterEach(async () => await service.close());

async function accountWith(options: ServerOptions): Promise<AccountReader> {
	service = await startService(options);
	return new AccountReader(service.url, service.service.settings.apiKey);
}

it('the table has no address or key, and needs nothing but reading', async () => {
	const account = await accountWith({ customers: 150 });
	const table = tableOf(await reliedOn(account));
	for (const secret of [service.service.settings.apiKey, 'example.com', '@'])
		expect(table).not.toContain(secret);
	const methods = service.service.requests.map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
});

it.each([
	['a key that the service refuses', (): string => service.url, /status 401\. .*API key/],
	['an address without a service', (): string => 'http://127.0.0.1:9', /status 0\. .*Base URL/],
] as const)('%s is refused with a sentence', async (_, urlOf, sentence) => {
	await accountWith({});
	expect(await findRefusal(new AccountReader(urlOf(), 'wrong'))).toMatch(sentence);
});

it('the command fails with that sentence only', async () => {
	await accountWith({});
	const { exitCode, stderr, stdout } = await execa(
		process.execPath,
		['--import', 'tsx', 'scripts/checkAccount.mts'],
		{ env: { BASE_URL: service.url, API_KEY: 'wrong' }, reject: false },
	);
	expect(exitCode).toBe(1);
	expect(stderr).toMatch(/status 401\. .*API key/);
	expect(stdout).toBe('');
});
