import { UserError } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type { Change, KeptBecause, SyncPlan } from '../../../../nodes/Customer/access/plan.ts';
import {
	keptNotes,
	listNotes,
	revokingNobody,
	withheldNotes,
} from '../../../../nodes/Customer/access/syncNotes.ts';
import { targetOfMember } from '../../../../nodes/Customer/access/target.ts';

const PRODUCT = 'https://service.test/api/products/1';
const REFUSED = new UserError('Refused');
const LOST = new Error('The service failed');

/** Returns a plan that withholds these revocations, and whose first rows failed. */
function planOf(reasons: KeptBecause[], failures: unknown[] = []): SyncPlan {
	const target = targetOfMember({ id: 1 }, { product: PRODUCT, isDry: false });
	const change: Change = { kind: 'revoke', target, customer: { id: 1 } };
	return {
		changes: [],
		failed: failures.map((failure, row) => ({ row, failure })),
		withheld: reasons.map((because) => ({ change, because })),
		isListWhole: false,
	};
}

it.each<[reasons: KeptBecause[], notes: string[]]>([
	[['unclear', 'failedRow'], []],
	[['revokeOff'], ['1 not in the list keeps access because Revoke is off.']],
	[['revokeOff', 'revokeOff'], ['2 not in the list keep access because Revoke is off.']],
	[['neverRevoke'], ['1 not in the list keeps access because of Never Revoke.']],
	[
		['neverRevoke', 'withoutAddress', 'neverRevoke'],
		[
			'Customers with access but no email address, who were not changed: 1.',
			'2 not in the list keep access because of Never Revoke.',
		],
	],
])('who keeps access because of %j: %j', (reasons, notes) => {
	expect(keptNotes(planOf(reasons))).toEqual(notes);
});

it.each<[notes: string[], failures: unknown[], isDry: boolean]>([
	[[], [], false],
	[['No access was revoked because row 1 was refused.'], [REFUSED], false],
	[['No access was revoked because rows 1 and 2 were refused.'], [REFUSED, REFUSED], false],
	[['No access was revoked because row 1 failed.'], [LOST], false],
	[['No access would be revoked because rows 1 and 2 failed.'], [LOST, REFUSED], true],
])('failed rows are named as the reason: %j', (notes, failures, isDry) => {
	expect(withheldNotes(planOf(['failedRow'], failures), isDry)).toEqual(notes);
});

it('failed rows say nothing of revocations where nobody was to be revoked', () => {
	expect(withheldNotes(planOf(['revokeOff'], [LOST]), false)).toEqual([]);
});

it.each([
	[true, 'No access would be revoked'],
	[false, 'No access was revoked'],
])('revokingNobody, with Dry Run %j: %s', (isDry, words) => {
	expect(revokingNobody(isDry)).toBe(words);
});

it('lists that are shorter than their totals are named, a complete one is not', () => {
	const list = { product: PRODUCT, memberCount: 5, others: [], named: new Map() };
	const all = [0, 1, 1200].map((unlisted) => ({ ...list, unlisted }));
	expect(listNotes(all)).toEqual(
		['1', '1,200'].map(
			(count) =>
				`The service counts more customers with access than it lists: ${count} more. The list was used as it is.`,
		),
	);
});
