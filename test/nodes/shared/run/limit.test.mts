import type { IContextObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	checkLimit,
	countChanges,
	isStopped,
	parseLimit,
} from '../../../../nodes/shared/run/limit';
import { stopOf } from '../../../../nodes/shared/run/lines';
import type { ExceededLimit, Limit, LimitKind } from '../../../../nodes/shared/run/report';
import { defined } from '../../../kit/defined.mts';

const REMOVED: LimitKind = {
	name: 'stopIfMoreRevokedThan',
	label: 'Stop If More Revoked Than',
	noun: 'customer',
	would: ['would lose access', 'would have lost access'],
	takesPercent: true,
};

const GRANTED: LimitKind = {
	...REMOVED,
	label: 'Stop If More Granted Than',
	would: ['would get access', 'would have gotten access'],
	takesPercent: false,
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
		expect(parseLimit(value, REMOVED)).toEqual(limit);
	});

	it.each(['', '  ', null, undefined])('refuses the blank %j', (value) => {
		expect(() => parseLimit(value, REMOVED)).toThrow(
			'The parameter "Stop If More Revoked Than" is empty',
		);
	});

	it.each<unknown>([
		'ten',
		'-1',
		'-10%',
		'1,234',
		'1.5',
		'1e3',
		'%',
		'#N/A',
		-1,
		0.1,
		Infinity,
		NaN,
		true,
		{ amount: 10, unit: 'percent' },
	])('refuses %j by name, with what to enter', (value) => {
		expect(() => parseLimit(value, REMOVED)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining(
					'The parameter "Stop If More Revoked Than" is neither a whole number nor a percentage: "',
				),
				description:
					'Enter a whole number such as 25, or a percentage such as 10%. If "Stop If More Revoked Than" is an expression, check the value in the row.',
			}),
		);
	});
});

describe('parseLimit of those who get access', () => {
	it.each([
		['100', 100],
		[0, 0],
	])('reads %j', (value, amount) => {
		expect(parseLimit(value, GRANTED)).toEqual({ amount, isPercent: false });
	});

	it.each(['10%', '0%', '10 percent', 'ten', -1])('refuses %j, with what to enter', (value) => {
		expect(() => parseLimit(value, GRANTED)).toThrow(
			expect.objectContaining({
				message: `The parameter "Stop If More Granted Than" is not a whole number: "${value}"`,
				description:
					'Enter a whole number such as 100. If "Stop If More Granted Than" is an expression, check the value in the row.',
			}),
		);
	});
});

interface Run {
	planned: number;
	/** What the node has done before in the execution. */
	earlier?: number;
	/** The records that are there now. */
	current?: number;
	kind?: LimitKind;
	isDry?: boolean;
	part?: string;
	/** What n8n keeps for the node during the execution. */
	state?: IContextObject;
	/** How often the node has run before in the execution. */
	runIndex?: number;
}

/** Returns the context of an item with what n8n keeps for the node. */
const contextWith = (state: IContextObject, $runIndex: number) =>
	({
		getContext: () => state,
		getNodeParameter: () => false,
		continueOnFail: () => false,
		getWorkflowDataProxy: () => ({ $runIndex }),
	}) as unknown as IExecuteSingleFunctions;

/** Returns what a dry run finds to be more than the limit allows, or throws the error of a real one. */
async function check(limit: Limit, run: Run): Promise<ExceededLimit[]> {
	const { planned, earlier = 0, current, kind = REMOVED, state = {}, isDry = false } = run;
	const context = contextWith(state, run.runIndex ?? 0);
	const changes = { list: 'revoked', part: run.part ?? 'product 1', isDry };
	if (earlier > 0) countChanges(context, { ...changes, count: earlier });
	const all = [{ ...changes, count: planned }];
	const readers = { current: async () => current };
	const exceeded = await checkLimit(context, [kind, limit], all, readers);
	isStopped(context, exceeded);
	return exceeded;
}

describe('checkLimit', () => {
	it.each([
		['as many as the limit', number(2), { planned: 2, current: 9 }],
		['none, whatever was done before', number(0), { planned: 0, earlier: 5 }],
		['a percentage exactly', percent(10), { planned: 2, current: 20 }],
		['one of five customers, under 10%', percent(10), { planned: 1, current: 5 }],
		['one of an unknown number', percent(10), { planned: 1 }],
		['as many as the limit with those before', number(5), { planned: 2, earlier: 3 }],
	])('allows %s', async (_, limit, run) => {
		expect(await check(limit, run)).toEqual([]);
	});

	it.each([
		[number(2), { planned: 3, current: 9 }, { count: 3, current: 9 }],
		[number(0), { planned: 1 }, { count: 1, current: 0 }],
		[percent(0), { planned: 1, current: 5 }, { count: 1, current: 5 }],
		[percent(10), { planned: 3, current: 20 }, { count: 3, current: 20 }],
		[percent(12.5), { planned: 2, current: 5 }, { count: 2, current: 5 }],
		[percent(50), { planned: 5, current: 4 }, { count: 5, current: 4 }],
		[percent(10), { planned: 2 }, { count: 2, current: 0 }],
		[number(3), { planned: 1, earlier: 3 }, { count: 4, earlier: 3 }],
	])('of %j stops %j: %j', async (limit, run, numbers) => {
		const [exceeded] = await check(limit, { ...run, isDry: true });
		expect(exceeded).toMatchObject({ kind: REMOVED, limit, isDry: true, ...numbers });
		const { headline } = defined(stopOf([{ ...defined(exceeded), isDry: false }]));
		await expect(check(limit, run)).rejects.toThrow(headline);
	});

	it('says how to see the changes, and which field to raise', async () => {
		await expect(check(number(100), { planned: 300, kind: GRANTED })).rejects.toMatchObject({
			description: expect.stringMatching(/^Turn on "Dry Run" .*Stop If More Granted Than/),
		});
	});

	it.each([number(3), percent(15)])(
		'counts for each product, and a dry run by itself: %j',
		async (limit) => {
			const state: IContextObject = {};
			await check(number(9), { planned: 2, earlier: 2, state, current: 20 });
			expect(await check(limit, { planned: 2, current: 20, part: 'product 2', state })).toEqual([]);
			await expect(check(limit, { planned: 2, state })).rejects.toThrow('4 of 20 ');
			expect(await check(limit, { planned: 2, isDry: true, current: 20, state })).toEqual([]);
		},
	);

	it('keeps its numbers as JSON, as n8n saves them when an execution waits', async () => {
		const state: IContextObject = {};
		await check(number(9), { planned: 2, earlier: 2, state });
		const saved = JSON.parse(JSON.stringify(state)) as IContextObject;
		await expect(check(number(3), { planned: 2, state: saved })).rejects.toThrow(' 4 ');
	});
});
