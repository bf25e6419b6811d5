// The rules of who gets and who loses access, as a table: rows and what is known of their customers in, changes out.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	type Change,
	type CurrentAccess,
	planGrants,
	planRevocations,
	planSync,
	type Target,
	targetOf,
	toTargets,
} from '../../../../nodes/Customer/access/plan.ts';

const GOLD = 'https://service.test/api/products/1';
const SILVER = 'https://service.test/api/products/2';

const POLICY = { updatable: ['name'], canCreate: true };

/** What a look-up returns of a customer: the ID, and the customer's fields. */
const access = (id: number, fields: IDataObject = {}): CurrentAccess => ({
	customer: { id, ...fields },
	hasAccess: true,
});
const none = (id: number, fields: IDataObject = {}): CurrentAccess => ({
	...access(id, fields),
	hasAccess: false,
});
const ended = (id: number): CurrentAccess => ({ ...none(id), ended: { status: 'paused' } });

interface Row {
	email?: string;
	product?: string;
	values?: IDataObject;
	isDry?: boolean;
	/** Nothing for an address that nobody has. */
	known?: CurrentAccess;
}

const ADA = 'ada@example.org';

const targetsOf = (rows: Row[]): Target[] =>
	toTargets(
		rows.map(({ email = ADA, product = GOLD, values = {}, isDry = false, known }, row) => [
			{ row, customer: { email }, product, values, isDry },
			known ? [{ ...known, customer: { email, ...known.customer } }] : [],
		]),
	);

/** Returns a change in a line: what, for which rows, and with which values. */
function shown(change: Change): string {
	const { kind, target, customer } = change;
	const what = kind === 'none' ? change.why : kind;
	const rows = target.rows.map((row) => row + 1).join('+');
	const fields = kind === 'grant' || kind === 'update' ? change.fields : target.values;
	const values = kind === 'none' ? '' : JSON.stringify(fields);
	const who = customer.id === undefined ? '' : `id ${String(customer.id)}`;
	return [what, rows && `rows ${rows}`, who, values].filter(Boolean).join(', ');
}

describe('planGrants', () => {
	it.each<[what: string, rows: Row[], changes: string[]]>([
		['creates whom nobody knows', [{}], ['create, rows 1, {}']],
		[
			'creates somebody in two rows once; what is in a later row counts',
			[
				{ values: { name: 'A', plan: 'free' } },
				{ email: 'ADA@example.org', values: { name: 'Ada' } },
			],
			['create, rows 1+2, {"name":"Ada","plan":"free"}'],
		],
		[
			'takes an address and an ID in rows for one customer',
			[
				{ known: none(5) },
				{ email: 'other@example.org', known: none(5) },
				{ known: none(5), values: { name: 'Ada' } },
			],
			['grant, rows 1+2+3, id 5, {"name":"Ada"}'],
		],
		[
			'creates somebody with two products once, and then grants the other one',
			[{}, { product: SILVER }],
			['create, rows 1, {}', 'grant, rows 2, {}'],
		],
		[
			'updates a field once, with two products',
			[
				{ known: access(5, { name: 'A' }), values: { name: 'Ada' } },
				{ product: SILVER, known: access(5, { name: 'A' }), values: { name: 'Ada' } },
			],
			['update, rows 1, id 5, {"name":"Ada"}', 'unchanged, rows 2, id 5'],
		],
		[
			'updates a person of two products to the name of the last row, so that the next run is quiet',
			[
				{ known: access(5, { name: 'A' }), values: { name: 'Ada' } },
				{ product: SILVER, known: access(5, { name: 'A' }), values: { name: 'ADA' } },
			],
			['update, rows 1, id 5, {"name":"ADA"}', 'unchanged, rows 2, id 5'],
		],
		[
			'takes free access for enough unless Plan is Standard',
			[
				{ email: 'a@x.org', known: access(1, { plan: 'free' }) },
				{ email: 'b@x.org', known: access(2, { plan: 'free' }), values: { plan: 'free' } },
				{ email: 'c@x.org', known: access(3, { plan: 'free' }), values: { plan: 'standard' } },
				{ email: 'd@x.org', known: access(4, { plan: 'standard' }), values: { plan: 'free' } },
			],
			[
				'unchanged, rows 1, id 1',
				'unchanged, rows 2, id 2',
				'grant, rows 3, id 3, {}',
				'unchanged, rows 4, id 4',
			],
		],
		['grants what somebody has not', [{ known: none(5) }], ['grant, rows 1, id 5, {}']],
		[
			'plans a dry row apart from a real one',
			[{ isDry: true }, {}],
			['create, rows 1, {}', 'create, rows 2, {}'],
		],
	])('%s', (_, rows, changes) => {
		expect(planGrants(targetsOf(rows), POLICY).map(shown)).toEqual(changes);
	});

	it('creates nobody where it must not', () => {
		const changes = planGrants(targetsOf([{}]), { ...POLICY, canCreate: false });
		expect(changes.map(shown)).toEqual(['unknownCustomer, rows 1']);
	});
});

describe('planRevocations', () => {
	it.each<[what: string, rows: Row[], changes: string[]]>([
		['ends access', [{ known: access(5) }], ['revoke, rows 1, id 5, {}']],
		['ends what has lapsed and may come back', [{ known: ended(5) }], ['revoke, rows 1, id 5, {}']],
		['leaves others alone', [{ known: none(5) }], ['unchanged, rows 1, id 5']],
		['leaves alone whom nobody knows', [{}], ['unchanged, rows 1']],
		[
			'revokes a customer of two rows once for each product',
			[
				{ known: access(5) },
				{ email: 'b@x.org', known: access(5) },
				{ product: SILVER, known: access(5) },
			],
			['revoke, rows 1+2, id 5, {}', 'revoke, rows 3, id 5, {}'],
		],
	])('%s', (_, rows, changes) => {
		expect(planRevocations(targetsOf(rows)).map(shown)).toEqual(changes);
	});
});

describe('planSync', () => {
	/** Returns the target of a customer with access whom no row names. */
	const member = (customer: IDataObject, product = GOLD) =>
		targetOf(customer, { product, isDry: false });
	const grace = { id: 9, email: 'grace@example.org', name: 'Grace Hopper' };
	const failed = [{ row: 0, failure: new Error('no') }];
	const plan = (rows: Row[], members: Target[]) =>
		planSync([...targetsOf(rows), ...members], [], POLICY).changes;

	it.each<[what: string, rows: Row[], members: Target[], changes: string[]]>([
		[
			'revokes whom no row names, after the grants',
			[{}],
			[member(grace)],
			['create, rows 1, {}', 'revoke, id 9, {}'],
		],
		[
			'plans a row about somebody who is listed like any other',
			[
				{ email: 'a@x.org', known: access(1) },
				{ email: 'b@x.org', known: access(2, { plan: 'free' }) },
				{ email: 'c@x.org', known: access(3, { plan: 'free' }), values: { plan: 'standard' } },
			],
			[],
			['unchanged, rows 1, id 1', 'unchanged, rows 2, id 2', 'grant, rows 3, id 3, {}'],
		],
		[
			'does not revoke whom a row names by another address',
			[{ known: access(9) }],
			[member(grace)],
			['unchanged, rows 1, id 9'],
		],
		[
			'revokes a product of somebody whom only rows for another product name',
			[{ product: SILVER, known: none(9) }],
			[member(grace)],
			['grant, rows 1, id 9, {}', 'revoke, id 9, {}'],
		],
		[
			'takes one word for no full name',
			[{ values: { name: 'Grace' } }],
			[member({ ...grace, name: 'Grace' })],
			['create, rows 1, {"name":"Grace"}', 'revoke, id 9, {}'],
		],
		[
			'creates a namesake of somebody whom another row names',
			[
				{ values: { name: 'Grace Hopper' } },
				{ email: 'grace@example.org', known: access(9, { name: 'Grace Hopper' }) },
			],
			[],
			['create, rows 1, {"name":"Grace Hopper"}', 'unchanged, rows 2, id 9'],
		],
		[
			'has an item for each of several who may have changed the address',
			[{ values: { name: 'Grace Hopper' } }],
			[member(grace), member({ ...grace, id: 8 }), member({ ...grace, id: 7, name: 'Eve Adams' })],
			['unclear, rows 1, id 9', 'unclear, rows 1, id 8', 'revoke, id 7, {}'],
		],
		[
			'takes no product away from somebody who may have changed the address',
			[
				{ values: { name: 'Grace Hopper' } },
				{ product: SILVER, email: 'b@x.org', known: access(1) },
			],
			[member(grace), member(grace, SILVER)],
			['unclear, rows 1, id 9', 'unchanged, rows 2, id 1'],
		],
		[
			'leaves a person alone with every product who may have another address',
			[{ values: { name: 'Grace Hopper' } }, { product: SILVER, values: { name: 'Grace Hopper' } }],
			[member(grace)],
			['unclear, rows 1, id 9', 'unclear, rows 2, id 9'],
		],
	])('%s', (_, rows, members, changes) => {
		expect(plan(rows, members).map(shown)).toEqual(changes);
	});

	it('leaves a customer alone whose address is only similar', () => {
		const of = { product: GOLD, isDry: false };
		const likeness = { by: 'spelling', to: ADA } as const;
		const members = [
			targetOf(grace, { ...of, rows: [3], likeness }),
			targetOf({ id: 8 }, { ...of, likeness }),
		];
		expect(plan([], members).map(shown)).toEqual(['unclear, rows 4, id 9', 'unclear, id 8']);
	});

	it('revokes nobody where a row failed, of whatever product', () => {
		const { changes, isHoldingBack } = planSync([member(grace, SILVER)], failed, POLICY);
		expect(changes).toEqual([]);
		expect(isHoldingBack).toBe(true);
		expect(planSync([], failed, POLICY).isHoldingBack).toBe(false);
	});

	it.each(['Grace Hopper', ' grace  hopper', 'GRACE HOPPÉR', 'Grace Hop-per'])(
		'neither revokes nor creates again who may have another address: %j',
		(name) => {
			const changes = plan([{ values: { name } }], [member(grace)]);
			expect(changes.map(shown)).toEqual(['unclear, rows 1, id 9']);
			expect(changes).toMatchObject([{ target: { likeness: { by: 'name', to: ADA } } }]);
		},
	);
});
