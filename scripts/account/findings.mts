// What the package relies on and docs/service.md calls not documented, found by reading an account.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountReader } from './account.mts';
import { ALL, type Finding } from './finding.mts';

const REMEDIES: Record<number, string> = {
	0: 'The service did not respond. Check the Base URL and the connection.',
	401: 'The service refused the API key. Copy it again from the administration of the service.',
	403: 'The API key must not read products. Use a key of the account owner.',
	404: 'There is no service at this Base URL. Check its path.',
};

/** Returns why an account cannot be read, or undefined for one that answers. */
export async function findRefusal(account: AccountReader): Promise<string | undefined> {
	const { status } = await account.send('products?per_page=1');
	if (status === 200) return undefined;
	const remedy = REMEDIES[status] ?? 'The service could not answer. Run the command again later.';
	return `GET /products was answered with status ${status}. ${remedy}`;
}

/** The wall clock, in milliseconds. */
const WALL_CLOCK = { now: Date.now, sleep: async (delay: number): Promise<void> => sleep(delay) };

/** Creates one customer and measures how long lists take to contain it. */
export async function measureLag(account: AccountReader, email: string, clock = WALL_CLOCK) {
	const [product] = (await account.list('products')).records;
	const body = JSON.stringify({ email, product: account.href(`products/${String(product?.id)}`) });
	const { status } = await account.send('customers', { method: 'POST', body });
	const created = clock.now();
	const isListed = async () =>
		(await account.list('customers', { ...ALL, email })).records.length > 0;
	const end = status < 300 ? created + 120_000 : created;
	while (clock.now() < end && !(await isListed())) await clock.sleep(250);
	const seconds = Math.round((clock.now() - created) / 1000);
	const found = `${seconds} s (status ${status})`;
	return ['A new customer is listed after', found] satisfies Finding;
}

/** Formats findings as a Markdown table. */
export const tableOf = (findings: Finding[]): string =>
	[['What', 'Found'], ['---', '---'], ...findings]
		.map(([what, found]) => `| ${what} | ${found} |`)
		.join('\n');
