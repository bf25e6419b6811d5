import { expect, it } from 'vitest';

import { defined } from '../../../kit/defined.mts';
import { Account } from '../../account.mts';
import { chosen } from '../../kit.mts';
import { outcomesOf, PRODUCT, setStatus } from '../kit.mts';
import { hintAbout } from '../../runTexts.mts';

const account = new Account('customer', {
	product: chosen(PRODUCT),
	customer: chosen('={{ $json.email }}', 'email'),
	email: '={{ $json.email }}',
});

/** Adds 1,500 customers, of whom the first ones have access. */
function addCustomers(withAccess: number): void {
	for (let n = 0; n < 1500; n++) {
		const products = n < withAccess ? [PRODUCT] : [];
		account.service.state.addCustomer({ email: `c${n}@example.org`, products });
	}
}

const LAPSED_OF = ['cancelled', 'expired', 'paused'] as const;

/** Takes the access of the last three of them away, each in another way. */
function lapseLast(): void {
	for (const [n, status] of LAPSED_OF.entries()) {
		const { id } = defined(account.customers[1497 + n]);
		setStatus(account, id, status);
	}
}

const reads = () => account.asked.filter((request) => request.startsWith('GET /customers'));

/** Those 15 pages, and what the look-ups of so many rows take at most. */
const MOST_READS = (lookedUp: number) => 15 + 10 * lookedUp;

it.each(['grantAccess', 'createOrUpdate'])(
	'%s looks up only those of 1,500 customers whom the list of the product does not show',
	async (operation) => {
		addCustomers(1490);
		const input = Array.from({ length: 1500 }, (_, n) => ({ email: `C${n}@example.org` }));
		const { json } = await account.run({ operation }, { input });
		expect(reads().length).toBeLessThanOrEqual(MOST_READS(10));
		expect(outcomesOf(json).filter((outcome) => outcome === 'granted')).toHaveLength(10);
		expect(account.writes).toHaveLength(10);
	},
);

it('checkAccess of 20 rows reads no more than ten of 15 pages', async () => {
	addCustomers(1500);
	const input = Array.from({ length: 20 }, (_, n) => ({ email: `c${n}@example.org` }));
	const { json } = await account.run({ operation: 'checkAccess' }, { input });
	expect(json.every(({ hasAccess }) => hasAccess)).toBe(true);
	const pages = account.service.requests.filter(({ query }) => String(query).includes('page='));
	expect(pages.length).toBeLessThanOrEqual(10);
});

it('checkAccess looks up only whom the list does not show', async () => {
	addCustomers(1500);
	lapseLast();
	const input = account.customers.map(({ id, email }) => ({ id, email: email.toUpperCase() }));
	const { json } = await account.run({ operation: 'checkAccess' }, { input });
	expect(reads().length).toBeLessThanOrEqual(MOST_READS(3));
	expect(json.slice(-4).map(({ reason }) => reason)).toEqual(['enabled', ...LAPSED_OF]);
	expect(json).toHaveLength(1500);
});

it('checkAccess reads the own record of each of many customers by ID, which no lag concerns', async () => {
	addCustomers(40);
	const input = account.customers.slice(0, 50).map(({ id }) => ({ id }));
	const customer = chosen('={{ $json.id }}');
	const { json } = await account.run({ operation: 'checkAccess', customer }, { input });
	expect(json.filter(({ hasAccess }) => hasAccess === true)).toHaveLength(40);
	expect(account.asked.filter((request) => /customers\/\d+$/.test(request))).not.toHaveLength(0);
	expect(account.asked.slice(0, 20)).not.toContain('GET /customers');
});

it('revokeAccess looks up only whom the list does not show, and ends what has lapsed', async () => {
	addCustomers(1500);
	lapseLast();
	const input = account.customers.map(({ email }) => ({ email }));
	const dry = { operation: 'revokeAccess', options: { dryRun: true } };
	const { json, hints } = await account.run(dry, { input });
	expect(reads().length).toBeLessThanOrEqual(MOST_READS(3));
	expect(json.at(-3)).toMatchObject({ outcome: 'wouldRevoke', reason: 'ended' });
	const emails = account.customers.map(({ email }) => email);
	const named = { wouldRevoke: emails.slice(0, 1497), alreadyEnded: emails.slice(1497) };
	expect(hints).toEqual([hintAbout(named, { isDry: true })]);
});
