// The rules of who gets and who loses access, as a table: rows and what is known of their customers in, changes out.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	afterGrants,
	type Change,
	planGrants,
	planRevocations,
	planSync,
	type SyncPolicy,
} from '../../../../nodes/Customer/access/plan.ts';
import {
	type CurrentAccess,
	type Target,
	targetOfMember,
	toTargets,
} from '../../../../nodes/Customer/access/target.ts';
import { defined } from '../../../kit/defined.mts';

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
			'creates somebody with two products with the personal values of the last row',
			[
				{ values: { name: 'A', send_email: 1 } },
				{ product: SILVER, values: { name: 'Ada', send_email: 0 } },
			],
			['create, rows 1, {"name":"Ada","send_email":0}', 'grant, rows 2, {}'],
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
			'leaves paid access to a product alone after a grant of another one that was free',
			[
				{ known: access(5, { plan: 'free' }), values: { plan: 'standard' } },
				{ product: SILVER, known: access(5, { plan: 'standard' }), values: { plan: 'standard' } },
			],
			['grant, rows 1, id 5, {}', 'unchanged, rows 2, id 5'],
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
	const POLICY_OF_SYNC: SyncPolicy = {
		updatable: [],
		canCreate: true,
		canRevoke: true,
		protectionOf: () => undefined,
		isListWhole: true,
	};
	const REVOKE_OFF = { canRevoke: false };
	/** Returns the target of a customer with access whom no row names. */
	const member = (customer: IDataObject, product = GOLD) =>
		targetOfMember(customer, { product, isDry: false });
	const GRACE = { id: 9, email: 'grace@example.org', name: 'Grace Hopper' };
	const protecting = (protection: ReturnType<SyncPolicy['protectionOf']>) => ({
		protectionOf: () => protection,
	});
	const plan = (rows: Row[], members: Target[], policy: Partial<SyncPolicy> = {}) =>
		planSync([...targetsOf(rows), ...members], [], { ...POLICY_OF_SYNC, ...policy });

	/** Returns a plan in lines: what is to be done, and what is withheld and why. */
	const shownPlan = ({ changes, withheld }: ReturnType<typeof planSync>) => [
		...changes.map((change) =>
			[shown(change), change.target.likeness?.by, change.target.likeness?.to]
				.filter(Boolean)
				.join(', '),
		),
		...withheld.map(({ change, because }) => `withheld, ${shown(change)}, ${because}`),
	];

	it.each<[what: string, rows: Row[], members: Target[], changes: string[]]>([
		[
			'revokes whom no row names, after the grants',
			[{}],
			[member(GRACE)],
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
			[member(GRACE)],
			['unchanged, rows 1, id 9'],
		],
		[
			'does not take a customer whom a row names by another address for somebody similar',
			[{ email: 'g.race@example.org', known: access(9) }],
			[member(GRACE)],
			['unchanged, rows 1, id 9'],
		],
		[
			'revokes a product of somebody whom only rows for another product name',
			[{ product: SILVER, known: none(9) }],
			[member(GRACE)],
			['grant, rows 1, id 9, {}', 'revoke, id 9, {}'],
		],
		[
			'leaves whom no row can name',
			[],
			[member({ id: 9 }), member({ id: 8, email: '' })],
			['withheld, revoke, id 9, {}, withoutAddress', 'withheld, revoke, id 8, {}, withoutAddress'],
		],
	])('%s', (_, rows, members, lines) => {
		expect(shownPlan(plan(rows, members))).toEqual(lines);
	});

	describe('by a policy,', () => {
		it.each<[what: string, policy: Partial<SyncPolicy>, changes: string[]]>([
			['withholds with Revoke off', REVOKE_OFF, ['withheld, revoke, id 9, {}, revokeOff']],
			[
				'withholds from an address of Never Revoke',
				protecting('kept'),
				['withheld, revoke, id 9, {}, neverRevoke'],
			],
			[
				'leaves an address unclear that is similar to an entry of Never Revoke',
				protecting({ similarTo: 'gr.ace@example.org' }),
				['unclear, id 9, entry, gr.ace@example.org'],
			],
			[
				'withholds by Revoke off what Never Revoke leaves unclear',
				{ ...REVOKE_OFF, ...protecting({ similarTo: 'gr.ace@example.org' }) },
				['withheld, revoke, id 9, {}, revokeOff'],
			],
			[
				'withholds where a row was not read',
				{ isListWhole: false },
				['withheld, revoke, id 9, {}, failedRow'],
			],
		])('%s', (_, policy, lines) => {
			expect(shownPlan(plan([], [member(GRACE)], policy))).toEqual(lines);
		});

		it('withholds all revocations where a row failed, of whatever product', () => {
			const failed = [{ row: 0, failure: new Error('no') }];
			const planned = planSync([member(GRACE, SILVER)], failed, POLICY_OF_SYNC);
			expect(shownPlan(planned)).toEqual(['withheld, revoke, id 9, {}, failedRow']);
			expect(shownPlan(planSync([], failed, POLICY_OF_SYNC))).toEqual([]);
		});

		it('leaves an unknown address unknown with Create off', () => {
			expect(shownPlan(plan([{}], [], { canCreate: false }))).toEqual(['unknownCustomer, rows 1']);
		});
	});

	describe('after the grants', () => {
		const planned = plan([{ email: 'new@example.org' }], [member(GRACE)]);
		const [grant] = planned.changes;

		it('revokes as planned where they succeeded', () => {
			expect(shownPlan(afterGrants(planned, grant ? [grant] : []))).toEqual(shownPlan(planned));
		});

		it('withholds the revocations where one failed', () => {
			const failed = [{ row: 0, failure: new Error('refused') }];
			expect(shownPlan(afterGrants({ ...planned, failed }, []))).toEqual([
				'create, rows 1, {}',
				'withheld, revoke, id 9, {}, failedRow',
			]);
		});

		it('does not revoke a customer whom a grant has found by another address', () => {
			const found = { ...defined(grant), customer: { id: 9 } };
			expect(shownPlan(afterGrants(planned, [found]))).toEqual(['create, rows 1, {}']);
		});
	});

	describe('by the spelling,', () => {
		const DOTS = 'a.da@example.org';
		const MEMBER = member({ id: 9, email: ADA });

		it.each<[what: string, rows: Row[], members: Target[], changes: string[]]>([
			[
				'leaves a row and a customer unclear',
				[{ email: DOTS }],
				[MEMBER],
				[`unclear, rows 1, id 9, spelling, ${DOTS}`],
			],
			[
				'does so although the address of the row is that of another customer without access',
				[{ email: DOTS, known: none(5) }],
				[MEMBER],
				[`unclear, rows 1, id 9, spelling, ${DOTS}`],
			],
			[
				'leaves a customer unclear beside a row about somebody who has access',
				[{ email: DOTS, known: access(5) }],
				[MEMBER],
				['unchanged, rows 1, id 5', `unclear, rows 1, id 9, spelling, ${DOTS}`],
			],
			[
				'has an item for each of several similar customers',
				[{ email: 'ad.a@example.org' }],
				[MEMBER, member({ id: 8, email: DOTS })],
				[
					'unclear, rows 1, id 9, spelling, ad.a@example.org',
					'unclear, rows 1, id 8, spelling, ad.a@example.org',
				],
			],
			[
				'creates the first of two similar rows',
				[{}, { email: DOTS }],
				[],
				['create, rows 1, {}', `unclear, rows 2, row, ${ADA}`],
			],
			[
				'takes a row about somebody with access before an earlier one',
				[{ email: DOTS }, { known: access(5) }],
				[],
				[`unclear, rows 1, row, ${ADA}`, 'unchanged, rows 2, id 5'],
			],
			[
				'leaves the second of two similar rows unclear beside a customer',
				[{ email: 'ad.a@example.org' }, { email: DOTS }],
				[MEMBER],
				['unclear, rows 1, id 9, spelling, ad.a@example.org', `unclear, rows 2, spelling, ${ADA}`],
			],
			[
				'compares the rows and customers of one product',
				[{ email: DOTS, product: SILVER }, { email: 'ad.a@example.org' }],
				[],
				['create, rows 1, {}', 'create, rows 2, {}'],
			],
		])('%s', (_, rows, members, lines) => {
			expect(shownPlan(plan(rows, members))).toEqual(lines);
		});

		it('leaves both unclear with Revoke off too, where a second customer could not be deleted', () => {
			expect(shownPlan(plan([{ email: DOTS }], [MEMBER], REVOKE_OFF))).toEqual([
				`unclear, rows 1, id 9, spellingWithoutRevoke, ${DOTS}`,
			]);
		});

		it('leaves a row unclear that is similar to one that failed', () => {
			const failed = [
				{ row: 1, customer: { email: ADA }, product: GOLD, failure: new Error('no') },
			];
			const planned = planSync(targetsOf([{ email: DOTS }]), failed, POLICY_OF_SYNC);
			expect(shownPlan(planned)).toEqual([`unclear, rows 1, row, ${ADA}`]);
		});

		it('fails a row whose address can only be compared, unless a customer is similar', () => {
			const problem = new Error('full width');
			const targets = targetsOf([{ email: 'ａｄａ@example.org' }]).map((target) => ({
				...target,
				problem,
			}));
			expect(planSync(targets, [], POLICY_OF_SYNC)).toMatchObject({
				changes: [],
				failed: [{ row: 0, failure: problem }],
			});
			expect(planSync([...targets, MEMBER], [], POLICY_OF_SYNC)).toMatchObject({
				changes: [{ why: 'unclear' }],
				failed: [],
			});
		});
	});

	describe('by the name,', () => {
		it.each<[what: string, rows: Row[], members: Target[], changes: string[]]>([
			[
				'takes one word for no full name',
				[{ values: { name: 'Grace' } }],
				[member({ ...GRACE, name: 'Grace' })],
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
				[
					member(GRACE),
					member({ ...GRACE, id: 8, email: 'g8@x.org' }),
					member({ ...GRACE, id: 7, name: 'Eve Adams', email: 'g7@x.org' }),
				],
				[
					`unclear, rows 1, id 9, name, ${ADA}`,
					`unclear, rows 1, id 8, name, ${ADA}`,
					'revoke, id 7, {}',
				],
			],
			[
				'takes no product away from somebody who may have changed the address',
				[
					{ values: { name: 'Grace Hopper' } },
					{ product: SILVER, email: 'b@x.org', known: access(1) },
				],
				[member(GRACE), member(GRACE, SILVER)],
				[
					`unclear, rows 1, id 9, name, ${ADA}`,
					'unchanged, rows 2, id 1',
					'withheld, revoke, id 9, {}, unclear',
				],
			],
			[
				'leaves a person alone with every product who may have another address',
				[
					{ values: { name: 'Grace Hopper' } },
					{ product: SILVER, values: { name: 'Grace Hopper' } },
				],
				[member(GRACE)],
				[`unclear, rows 1, id 9, name, ${ADA}`, `unclear, rows 2, id 9, name, ${ADA}`],
			],
		])('%s', (_, rows, members, lines) => {
			expect(shownPlan(plan(rows, members))).toEqual(lines);
		});

		it.each<[what: string, policy: Partial<SyncPolicy>, because: string]>([
			['with Revoke off', REVOKE_OFF, 'revokeOff'],
			['of somebody under Never Revoke', protecting('kept'), 'neverRevoke'],
		])('creates a namesake %s, whom nobody has to protect', (_, policy, because) => {
			const planned = plan([{ values: { name: 'Grace Hopper' } }], [member(GRACE)], policy);
			expect(shownPlan(planned)).toEqual([
				'create, rows 1, {"name":"Grace Hopper"}',
				`withheld, revoke, id 9, {}, ${because}`,
			]);
		});

		it.each(['Grace Hopper', ' grace  hopper', 'GRACE HOPPÉR', 'Grace Hop-per'])(
			'neither revokes nor creates again who may have another address: %j',
			(name) => {
				const planned = plan([{ values: { name } }], [member(GRACE)]);
				expect(shownPlan(planned)).toEqual([`unclear, rows 1, id 9, name, ${ADA}`]);
			},
		);
	});
});
