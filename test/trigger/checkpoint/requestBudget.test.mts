import { expect, it } from 'vitest';

import { RequestBudget } from '../../../nodes/VideoSubscriptionTrigger/checkpoint/requestBudget.ts';

it('lasts for as many requests as the person allows', async () => {
	const budget = new RequestBudget(3, () => Infinity);
	expect([budget.has(3), budget.has(4)]).toEqual([true, false]);
	budget.spend();
	const read = budget.counting(async (page: number) => await Promise.resolve(page + 1));
	expect(await read(7)).toBe(8);
	expect([budget.has(1), budget.has(2)]).toEqual([true, false]);
	budget.extend(2);
	expect([budget.has(3), budget.has(4)]).toEqual([true, false]);
});

it('ends with the time of the poll', () => {
	let affordable = 2;
	const budget = new RequestBudget(10, () => affordable);
	expect([budget.has(2), budget.has(3)]).toEqual([true, false]);
	affordable = 0;
	expect(budget.has(1)).toBe(false);
});
