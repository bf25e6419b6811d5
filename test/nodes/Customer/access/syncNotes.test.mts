import { describe, expect, it } from 'vitest';

import type { KeptBecause, SyncPlan } from '../../../../nodes/Customer/access/plan.ts';
import { keptNotes } from '../../../../nodes/Customer/access/syncNotes.ts';
import { targetOfMember } from '../../../../nodes/Customer/access/target.ts';

/** Returns a plan that withholds revocations for a reason. */
function planWith(count: number, because: KeptBecause): SyncPlan {
	const customer = { id: 5 };
	const target = targetOfMember(customer, { product: '/products/1', isDry: false });
	const withheld = { change: { kind: 'revoke', target, customer } as const, because };
	return {
		changes: [],
		failed: [],
		isListWhole: true,
		withheld: Array.from({ length: count }, () => withheld),
	};
}

describe('the note about those who keep access', () => {
	it.each<[count: number, because: KeptBecause, note: string]>([
		[1, 'revokeOff', '1 not in the list keeps access because Revoke is off.'],
		[2, 'revokeOff', '2 not in the list keep access because Revoke is off.'],
		[1, 'neverRevoke', '1 not in the list keeps access because of Never Revoke.'],
		[2, 'neverRevoke', '2 not in the list keep access because of Never Revoke.'],
		[1, 'withoutAddress', 'but no email address, who were not changed: 1.'],
		[2, 'withoutAddress', 'but no email address, who were not changed: 2.'],
	])('says of %i, because %s: %s', (count, because, note) => {
		expect(keptNotes(planWith(count, because))).toEqual([expect.stringContaining(note)]);
	});

	it.each<KeptBecause>(['unclear', 'failedRow'])('says nothing of %s', (because) => {
		expect(keptNotes(planWith(1, because))).toEqual([]);
	});
});
