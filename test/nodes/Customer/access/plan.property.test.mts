// Who gets and who loses access by a sync, whatever the rows and the customers are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planSync } from '../../../../nodes/Customer/access/plan';
import { similarityKey } from '../../../../nodes/Customer/access/similarity';
import { targetOfMember, toTargets } from '../../../../nodes/Customer/access/target';
import { emailKey } from '../../../../nodes/shared/values/email';

const PRODUCT = 'https://service.test/api/products/1';

const LOCALS = ['ada', 'a.da', 'ADA', 'àda', "ada'", 'ａｄａ', 'bob', 'b-ob', 'b–ob', 'eve', ''];
const DOMAINS = ['example.com', 'EXAMPLE.com', 'gmail.com', 'googlemail.com'];
const addresses = fc
	.tuple(fc.constantFrom(...LOCALS), fc.constantFrom(...DOMAINS))
	.map(([local, domain]) => (local === '' ? '' : `${local}@${domain}`));
const lists = fc.record({
	rows: fc.array(addresses.filter(Boolean), { maxLength: 8 }),
	members: fc.uniqueArray(addresses, { maxLength: 8, selector: emailKey }),
	kept: fc.array(addresses.filter(Boolean), { maxLength: 2 }),
});

/** Plans a sync of rows with those who have access, by a Never Revoke of whole addresses. */
function plan(rows: string[], members: string[], kept: string[] = []) {
	const customers = members.map((email, index) => ({ id: index + 1, email }));
	const isIn = (all: string[], email: string) =>
		all.some((other) => emailKey(other) === emailKey(email));
	const asked = toTargets(
		rows.map((email, row) => {
			const found = customers.filter((customer) => isIn([email], customer.email));
			return [
				{ row, customer: { email }, product: PRODUCT, values: {}, isDry: false },
				found.map((customer) => ({ customer, hasAccess: true })),
			];
		}),
	);
	const others = customers
		.filter(({ email }) => !isIn(rows, email))
		.map((customer) => targetOfMember(customer, { product: PRODUCT, isDry: false }));
	const { changes } = planSync([...asked, ...others], [], {
		updatable: [],
		canCreate: true,
		canRevoke: true,
		protectionOf: (email) => (isIn(kept, email) ? 'kept' : undefined),
		isListWhole: true,
	});
	const emailsOf = (kind: string) =>
		changes.flatMap((change) => (change.kind === kind ? [String(change.customer.email)] : []));
	return {
		created: emailsOf('create'),
		revoked: emailsOf('revoke'),
		rows: new Set(changes.flatMap(({ target }) => target.rows)),
	};
}

const keysOf = (all: string[]) => all.filter(Boolean).map(similarityKey);

describe('a sync', () => {
	it('revokes exactly who is not in the list, similar to a row, or protected', () => {
		fc.assert(
			fc.property(lists, ({ rows, members, kept }) => {
				const named = keysOf(rows);
				const isKept = (email: string) => kept.some((other) => emailKey(other) === emailKey(email));
				const expected = members.filter(
					(email) => email !== '' && !named.includes(similarityKey(email)) && !isKept(email),
				);
				expect(plan(rows, members, kept).revoked).toEqual(expected);
			}),
		);
	});

	it('creates nobody who has access or is similar, and of similar rows one', () => {
		fc.assert(
			fc.property(lists, ({ rows, members }) => {
				const keys = keysOf(plan(rows, members).created);
				expect(new Set(keys).size).toBe(keys.length);
				const present = keysOf(members);
				expect(keys.filter((key) => present.includes(key))).toEqual([]);
				expect(new Set([...keys, ...present])).toEqual(new Set([...keysOf(rows), ...present]));
			}),
		);
	});

	it('accounts for every row, and changes nothing once it was carried out', () => {
		fc.assert(
			fc.property(lists, ({ rows, members }) => {
				const { created, revoked, rows: told } = plan(rows, members);
				expect([...told].toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
				const after = [...members.filter((email) => !revoked.includes(email)), ...created];
				expect(plan(rows, after)).toMatchObject({ created: [], revoked: [] });
			}),
		);
	});
});
