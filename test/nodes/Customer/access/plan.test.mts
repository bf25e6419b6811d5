// The rules of who gets and who loses access, as a table: rows and what is known of their customers in, changes out.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	type Change,
	type CurrentAccess,
	type LookedUp,
	type AccessPlan,
	planGrants,
	planRevocations,
	planSync,
} from '../../../../nodes/Customer/access/plan.ts';

const GOLD = 'https://service.test/api/products/1';
const SILVER = 'https://service.test/api/products/2';

const POLICY = { updatable: ['name'], canCreate: true };

/** What a row finds: a customer by ID, state and further fields; or nobody. */
type Known = [id: number, state: CurrentAccess['state'], fields?: IDataObject] | 'nobody';

interface Row {
	email?: string;
	product?: string;
	values?: IDataObject;
	isDry?: boolean;
	known: Known;
}

const ADA = 'ada@example.org';

function lookedUp(rows: Row[]): LookedUp[] {
	return rows.map(({ email = ADA, product = GOLD, values = {}, isDry = false, known }, row) => {
		const desired = { row, customer: { email }, product, values, isDry };
		if (known === 'nobody') return { desired, found: [] };
		const [id, state, fields] = known;
		return { desired, found: [{ customer: { id, email, ...fields }, state }] };
	});
}

/** Returns a change in a line: what, for which rows, and with which values. */
function shown(change: Change): string {
	const { kind, target, customer } = change;
	const what = kind === 'keep' ? change.why : kind;
	const rows = target.rows.map((row) => row + 1).join('+');
	const fields = kind === 'grant' || kind === 'update' ? change.fields : target.values;
	const values = kind === 'keep' ? '' : JSON.stringify(fields);
	const who = customer.id === undefined ? '' : `id ${String(customer.id)}`;
	return [what, rows && `rows ${rows}`, who, values].filter(Boolean).join(', ');
}

describe('planGrants', () => {
	it.each<[what: string, rows: Row[], changes: string[]]>([
		['creates whom nobody knows', [{ known: 'nobody' }], ['create, rows 1, {}']],
		[
			'creates somebody in two rows once; what is in a later row counts',
			[
				{ known: 'nobody', values: { name: 'A', plan: 'free' } },
				{ email: 'ADA@example.org', known: 'nobody', values: { name: 'Ada' } },
			],
			['create, rows 1+2, {"name":"Ada","plan":"free"}'],
		],
		[
			'takes an address and an ID in rows for one customer',
			[
				{ known: [5, 'none'] },
				{ email: 'other@example.org', known: [5, 'none'] },
				{ known: [5, 'none'], values: { name: 'Ada' } },
			],
			['grant, rows 1+2+3, id 5, {"name":"Ada"}'],
		],
		[
			'creates somebody with two products once, and then grants the other one',
			[{ known: 'nobody' }, { product: SILVER, known: 'nobody' }],
			['create, rows 1, {}', 'grant, rows 2, {}'],
		],
		[
			'updates a field once, with two products',
			[
				{ known: [5, 'active', { name: 'A' }], values: { name: 'Ada' } },
				{ product: SILVER, known: [5, 'active', { name: 'A' }], values: { name: 'Ada' } },
			],
			['update, rows 1, id 5, {"name":"Ada"}', 'unchanged, rows 2, id 5'],
		],
		[
			'takes free access for enough unless Plan is Standard',
			[
				{ email: 'a@x.org', known: [1, 'active', { plan: 'free' }] },
				{ email: 'b@x.org', known: [2, 'active', { plan: 'free' }], values: { plan: 'free' } },
				{ email: 'c@x.org', known: [3, 'active', { plan: 'free' }], values: { plan: 'standard' } },
				{ email: 'd@x.org', known: [4, 'active', { plan: 'standard' }], values: { plan: 'free' } },
			],
			[
				'unchanged, rows 1, id 1',
				'unchanged, rows 2, id 2',
				'grant, rows 3, id 3, {}',
				'unchanged, rows 4, id 4',
			],
		],
		['grants again what has lapsed', [{ known: [5, 'lapsed'] }], ['grant, rows 1, id 5, {}']],
		[
			'plans a dry row apart from a real one',
			[{ known: 'nobody', isDry: true }, { known: 'nobody' }],
			['create, rows 1, {}', 'create, rows 2, {}'],
		],
	])('%s', (_, rows, changes) => {
		expect(planGrants(lookedUp(rows), POLICY).map(shown)).toEqual(changes);
	});

	it('creates nobody where it must not', () => {
		const changes = planGrants(lookedUp([{ known: 'nobody' }]), { ...POLICY, canCreate: false });
		expect(changes.map(shown)).toEqual(['unknownCustomer, rows 1']);
	});
});

describe('planRevocations', () => {
	it.each<[what: string, rows: Row[], changes: string[]]>([
		['ends access', [{ known: [5, 'active'] }], ['revoke, rows 1, id 5, {}']],
		[
			'ends what has lapsed and may come back',
			[{ known: [5, 'lapsed'] }],
			['revoke, rows 1, id 5, {}'],
		],
		['leaves others alone', [{ known: [5, 'none'] }], ['unchanged, rows 1, id 5']],
		['leaves alone whom nobody knows', [{ known: 'nobody' }], ['unchanged, rows 1']],
		[
			'revokes a customer of two rows once for each product',
			[
				{ known: [5, 'active'] },
				{ email: 'b@x.org', known: [5, 'active'] },
				{ product: SILVER, known: [5, 'active'] },
			],
			['revoke, rows 1+2, id 5, {}', 'revoke, rows 3, id 5, {}'],
		],
	])('%s', (_, rows, changes) => {
		expect(planRevocations(lookedUp(rows)).map(shown)).toEqual(changes);
	});
});

describe('planSync', () => {
	const list = (extra: IDataObject[], product = GOLD) => ({
		...{ product, isDry: false, same: [], similar: [], extra, kept: [] },
	});
	const plan = (rows: Row[]): AccessPlan => ({
		changes: planGrants(lookedUp(rows), POLICY),
		failed: [],
	});
	const leaver = { id: 9, email: 'leaver@example.org', name: 'Grace Hopper' };

	it('revokes whom no row names, after the grants', () => {
		const { changes } = planSync(plan([{ known: 'nobody' }]), [list([leaver])]);
		expect(changes.map(shown)).toEqual(['create, rows 1, {}', 'revoke, id 9, {}']);
	});

	it('does not revoke whom a row names by another address', () => {
		const { changes } = planSync(plan([{ known: [9, 'active'] }]), [list([leaver])]);
		expect(changes.map(shown)).toEqual(['unchanged, rows 1, id 9']);
	});

	it('revokes nobody where a row failed', () => {
		const planned = { changes: [], failed: [{ row: 0, failure: new Error('no') }] };
		const { changes, isHoldingBack } = planSync(planned, [list([leaver])]);
		expect(changes).toEqual([]);
		expect(isHoldingBack).toBe(true);
	});

	it.each(['Grace Hopper', ' grace  hopper', 'GRACE HOPPÉR', 'Grace Hop-per'])(
		'neither revokes nor creates again who may have another address: %j',
		(name) => {
			const planned = plan([{ known: 'nobody', values: { name } }]);
			const { changes } = planSync(planned, [list([leaver])]);
			expect(changes.map(shown)).toEqual(['unclear, rows 1, id 9']);
			expect(changes).toMatchObject([{ similarTo: ADA, hasSameName: true }]);
		},
	);

	it('leaves a person alone with every product of theirs who may have another address', () => {
		const values = { name: 'Grace Hopper' };
		const rows: Row[] = [
			{ known: 'nobody', values },
			{ product: SILVER, known: 'nobody', values },
		];
		const { changes } = planSync(plan(rows), [list([leaver]), list([], SILVER)]);
		expect(changes.map(shown)).toEqual(['unclear, rows 1, id 9', 'unclear, rows 2, id 9']);
	});

	it('takes one word for no full name', () => {
		const planned = plan([{ known: 'nobody', values: { name: 'Grace' } }]);
		const { changes } = planSync(planned, [list([{ ...leaver, name: 'Grace' }])]);
		expect(changes.map(shown)).toEqual(['create, rows 1, {"name":"Grace"}', 'revoke, id 9, {}']);
	});

	it('revokes a product of somebody whom only rows for another product name', () => {
		const planned = plan([{ product: SILVER, known: [9, 'none'] }]);
		const { changes } = planSync(planned, [list([leaver]), list([], SILVER)]);
		expect(changes.map(shown)).toEqual(['grant, rows 1, id 9, {}', 'revoke, id 9, {}']);
	});
});
