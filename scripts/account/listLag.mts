import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountReader } from './account.mts';
import { ALL, type Finding } from './finding.mts';

/** Creates one customer and measures how long lists take to contain it. */
export async function measureLag(account: AccountReader, email: string) {
	const [product] = (await account.list('products')).records;
	const body = JSON.stringify({ email, product: account.href(`products/${String(product?.id)}`) });
	const { status } = await account.send('customers', { method: 'POST', body });
	const created = Date.now();
	const isListed = async () =>
		(await account.list('customers', { ...ALL, email })).records.length > 0;
	const end = status < 300 ? created + 120_000 : created;
	while (Date.now() < end && !(await isListed())) await sleep(250);
	const seconds = Math.round((Date.now() - created) / 1000);
	const found = `${seconds} s (status ${status})`;
	return ['A new customer is listed after', found] satisfies Finding;
}
