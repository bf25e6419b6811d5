import type { IContextObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	assertWithinLimit,
	ExecutionCounter,
	findExceeded,
	limitField,
	type LimitTexts,
	parseLimit,
} from '../../../../nodes/shared/sync/limit';

const REMOVED: LimitTexts = {
	label: 'Stop If More Than',
	singular: 'customer',
	plural: 'customers',
	would: 'would lose access',
	wouldHave: 'would have lost access',
	look: 'who they are',
	areAmongCurrent: true,
};

const CREATED: LimitTexts = {
	label: 'Stop If More Created Than',
	singular: 'customer',
	plural: 'customers',
	would: 'would be created',
	wouldHave: 'would have been created',
	look: 'who they are',
	areAmongCurrent: false,
};

const number = (amount: number) => ({ amount, isPercent: false });
const percent = (amount: number) => ({ amount, isPercent: true });

describe('parseLimit', () => {
	it.each<[unknown, object]>([
		['10%', percent(10)],
		['10 percent', percent(10)],
		[' 10 % ', percent(10)],
		['\u00a012.5%\n', percent(12.5)],
		['0%', percent(0)],
		['100%', percent(100)],
		['25', number(25)],
		[' 25\n', number(25)],
		['0', number(0)],
		[25, number(25)],
		[0, number(0)],
	])('reads %j', (value, limit) => {
		expect(parseLimit(value, 'Stop If More Than')).toEqual(limit);
	});

	it.each(['', '  ', null, undefined])('refuses the blank %j', (value) => {
		expect(() => parseLimit(value, 'Stop If More Than')).toThrow(
			'The parameter "Stop If More Than" is empty',
		);
	});

	it.each<unknown>([
		...['ten', '-1', '-10%', '1,234', '1.5', '1e3', '%', '#N/A'],
		...[-1, 0.1, Infinity, NaN, true, { amount: 10, unit: 'percent' }],
	])('refuses %j by name, with what to enter', (value) => {
		expect(() => parseLimit(value, 'Stop If More Than')).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(
					'The parameter "Stop If More Than" is neither a whole number nor a percentage: "',
				),
				description:
					'Nothing was changed. Enter a whole number such as 25, or a percentage such as 10%. If "Stop If More Than" is an expression, check the value in the row.',
			}),
		);
	});
});

it('limitField returns a text field', () => {
	const field = { name: 'stopIfMoreThan', default: '10%', description: 'The most' };
	expect(limitField(REMOVED, field)).toEqual({
		...field,
		displayName: 'Stop If More Than',
		type: 'string',
		placeholder: 'e.g. 25 or 10%',
	});
});

describe('findExceeded', () => {
	it.each([
		['as many as the limit', number(2), { planned: 2, current: 9 }],
		['none, whatever was done before', number(0), { planned: 0, earlier: 5 }],
		['a percentage exactly', percent(10), { planned: 2, current: 20 }],
		['one of five customers, under 10%', percent(10), { planned: 1, current: 5 }],
		['one, under 0%', percent(0), { planned: 1, current: 5 }],
		['one of an unknown number', percent(10), { planned: 1 }],
		['as many as the limit with those before', number(5), { planned: 2, earlier: 3 }],
	])('allows %s', (_, limit, counts) => {
		expect(findExceeded(limit, counts, REMOVED)).toBeUndefined();
	});

	it.each([
		[number(2), { planned: 3, current: 9 }, '3 of 9 customers', '', '2'],
		[number(0), { planned: 1 }, '1 customer', '', '0'],
		[percent(10), { planned: 3, current: 20 }, '3 of 20 customers', '', '10%'],
		[percent(12.5), { planned: 2, current: 5 }, '2 of 5 customers', '', '12.5%'],
		[percent(50), { planned: 5, current: 4 }, '5 customers', '', '50%'],
		[percent(10), { planned: 2 }, '2 customers', '', '10%'],
		[number(3), { planned: 1, earlier: 3 }, '4 customers', ' in this execution', '3'],
		[number(1000), { planned: 2500 }, '2,500 customers', '', '1,000'],
	])('of %j for %j says how many and what is allowed', (limit, counts, who, when, allowed) => {
		const { error, note } = findExceeded(limit, counts, REMOVED) ?? {};
		expect(error?.message).toBe(
			`Stopped: ${who} would have lost access${when}, more than ${allowed}`,
		);
		const count = who.replace(/ customers?$/, '');
		expect(note).toBe(
			`${count} would lose access${when}: more than ${allowed}, so nothing would be done.`,
		);
	});

	it('says of creations how many, which are none of the customers with access', () => {
		const exceeded = findExceeded(number(100), { planned: 300, current: 400 }, CREATED);
		expect(exceeded?.note).toBe('300 would be created: more than 100, so nothing would be done.');
		expect(exceeded?.error.message).toBe(
			'Stopped: 300 customers would have been created, more than 100',
		);
		expect(exceeded?.error.description).toBe(
			'Nothing was changed. Turn on "Dry Run" to see who they are. If the list is right, raise "Stop If More Created Than" and run this again.',
		);
	});
});

describe('assertWithinLimit', () => {
	it('stops a real run, and adds a sentence to a dry one', () => {
		const counts = { planned: 3, current: 4 };
		expect(() => assertWithinLimit(number(0), counts, REMOVED, false)).toThrow(
			'Stopped: 3 of 4 customers would have lost access, more than 0',
		);
		expect(assertWithinLimit(number(0), counts, REMOVED, true)).toEqual([
			'3 of 4 would lose access: more than 0, so nothing would be done.',
		]);
		expect(assertWithinLimit(number(3), counts, REMOVED, false)).toEqual([]);
	});
});

describe('ExecutionCounter', () => {
	const contextOf = (state: IContextObject) => ({ getContext: () => state });

	it('adds up what was done in the turns of a loop, and keeps the first number of records', () => {
		const state: IContextObject = {};
		const turn = () => new ExecutionCounter(contextOf(state), 'product 1');
		expect(turn().countsFor(2, 20)).toEqual({ planned: 2, earlier: 0, current: 20 });
		turn().add(2);
		expect(turn().countsFor(1, 18)).toEqual({ planned: 1, earlier: 2, current: 20 });
		turn().add(1);
		expect(turn().countsFor(4, 17)).toEqual({ planned: 4, earlier: 3, current: 20 });
	});

	it('counts each product by itself, and each execution from 0', () => {
		const state: IContextObject = {};
		new ExecutionCounter(contextOf(state), 'product 1').add(2);
		const earlierOf = (of: IContextObject, key: string) =>
			new ExecutionCounter(contextOf(of), key).countsFor(1, 9).earlier;
		expect(earlierOf(state, 'product 1')).toBe(2);
		expect(earlierOf(state, 'product 2')).toBe(0);
		expect(earlierOf({}, 'product 1')).toBe(0);
	});

	it('keeps its numbers as JSON, as n8n saves them when an execution waits', () => {
		const state: IContextObject = {};
		new ExecutionCounter(contextOf(state), 'product 1').add(2);
		const saved = JSON.parse(JSON.stringify(state)) as IContextObject;
		const counts = new ExecutionCounter(contextOf(saved), 'product 1').countsFor(1, 9);
		expect(counts.earlier).toBe(2);
	});
});
