import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareAddresses } from '../../../../nodes/Customer/access/compareAddresses';
import { AddressIndex, similarityKey } from '../../../../nodes/Customer/access/similarity';
import { toAsciiLowerCase } from '../../../../nodes/shared/values/email';

const ADA = 'ada@example.com';

const LOCALS = ['ada', 'a.da', 'ADA', 'àda', "ada'", 'ａｄａ', 'bob', 'b-ob', 'b–ob', 'eve', ''];
const DOMAINS = ['example.com', 'EXAMPLE.com', 'gmail.com', 'googlemail.com'];
const addresses = fc
	.tuple(fc.constantFrom(...LOCALS), fc.constantFrom(...DOMAINS))
	.map(([local, domain]) => (local === '' ? '' : `${local}@${domain}`));
const lists = fc.record({
	rows: fc.array(addresses.filter(Boolean), { maxLength: 8 }),
	members: fc.uniqueArray(addresses, { maxLength: 8, selector: toAsciiLowerCase }),
	kept: fc.array(addresses.filter(Boolean), { maxLength: 2 }),
});

/** Compares a list of addresses with those who have access, by a Never Revoke of whole addresses. */
const compare = async (rows: string[], members: string[], kept: string[] = []) => {
	const customers = members.map((email, index) => ({ id: index + 1, email }));
	const people = new AddressIndex<{ email: string }>();
	const repeated = rows.filter((email) => {
		const row = { email };
		return people.add(email, row) !== row;
	});
	const { missing, extra, same, similar, withoutAddress } = await compareAddresses(
		people,
		customers,
		(email) => (kept.includes(toAsciiLowerCase(email)) ? 'kept' : undefined),
	);
	return {
		missing: missing.map(({ email }) => email),
		extra: extra.map(({ email }) => String(email)),
		unclear: similar.map(({ member, similarTo }) => `${String(member.email)} ~ ${similarTo}`),
		counted: same.length + similar.length + missing.length + repeated.length,
		repeated,
		withoutAddress,
	};
};

describe('compareAddresses', () => {
	it.each<
		[
			what: string,
			rows: string[],
			members: string[],
			expected: Partial<Awaited<ReturnType<typeof compare>>>,
		]
	>([
		[
			'finds who is missing and who is too many',
			[ADA],
			['bob@example.com'],
			{ missing: [ADA], extra: ['bob@example.com'] },
		],
		['takes capitals for the same', ['ADA@example.com'], [ADA], { missing: [], extra: [] }],
		[
			'leaves a similar one unclear',
			['a.da@example.com'],
			[ADA],
			{ missing: [], extra: [], unclear: [`${ADA} ~ a.da@example.com`] },
		],
		[
			'leaves a similar row unclear where the same is there',
			[ADA, 'a.da@example.com'],
			[ADA],
			{ missing: [], extra: [], unclear: [`a.da@example.com ~ ${ADA}`] },
		],
		[
			'leaves two similar members unclear',
			['ad.a@example.com'],
			[ADA, 'a.da@example.com'],
			{
				missing: [],
				extra: [],
				unclear: [`${ADA} ~ ad.a@example.com`, 'a.da@example.com ~ ad.a@example.com'],
			},
		],
		[
			'leaves the second of two similar rows unclear',
			[ADA, 'a.da@example.com'],
			[],
			{ missing: [ADA], unclear: [`a.da@example.com ~ ${ADA}`] },
		],
		[
			'names a repeated row',
			[ADA, 'ADA@example.com'],
			[ADA],
			{ missing: [], repeated: ['ADA@example.com'] },
		],
		['leaves those without an address alone', [ADA], ['', ADA], { extra: [], withoutAddress: 1 }],
	])('%s', async (_, rows, members, expected) => {
		expect(await compare(rows, members)).toMatchObject(expected);
	});

	it('revokes nobody who is in the list, similar to a row, or protected', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members, kept }) => {
				const keys = new Set([...rows, ...kept].map(similarityKey));
				const small = kept.map(toAsciiLowerCase);
				const { extra } = await compare(rows, members, small);
				for (const email of extra) {
					expect(small).not.toContain(toAsciiLowerCase(email));
					expect(rows.map(similarityKey)).not.toContain(similarityKey(email));
				}
				expect(extra.filter((email) => !keys.has(similarityKey(email)))).toEqual(
					members.filter((email) => email !== '' && !keys.has(similarityKey(email))),
				);
			}),
		);
	});

	it('creates nobody who has access, and of similar rows one', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members }) => {
				const { missing } = await compare(rows, members);
				const keys = missing.map(similarityKey);
				expect(new Set(keys).size).toBe(keys.length);
				const present = members.filter(Boolean).map(similarityKey);
				expect(keys.filter((key) => present.includes(key))).toEqual([]);
			}),
		);
	});

	it('accounts for every row, and changes nothing once it was applied', async () => {
		await fc.assert(
			fc.asyncProperty(lists, async ({ rows, members }) => {
				const { missing, extra, counted } = await compare(rows, members);
				expect(counted).toBeGreaterThanOrEqual(rows.length);
				const after = [...members.filter((email) => !extra.includes(email)), ...missing];
				expect(await compare(rows, after)).toMatchObject({ missing: [], extra: [] });
			}),
		);
	});
});
