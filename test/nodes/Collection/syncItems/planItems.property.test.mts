import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	planItems,
	planMoves,
	type ItemsPlan,
} from '../../../../nodes/Collection/syncItems/planItems.ts';

const SEED = Number(process.env.TRAIT_SEED ?? 1);
/** Each takes no time: more than the operations with requests have. */
const RUNS = Math.max(1000, Number(process.env.TRAIT_RUNS ?? 0));

const keys = fc.uniqueArray(fc.nat(9).map(String), { maxLength: 9 });
const situations = fc.record({
	current: keys,
	wanted: keys,
	/** Keys of items of another type, which the list cannot contain. */
	others: fc.uniqueArray(fc.constantFrom<string>('x', 'y', 'z'), { maxLength: 3 }),
	seed: fc.nat(),
	remove: fc.boolean(),
	keepOrder: fc.boolean(),
});
type Situation = typeof situations extends fc.Arbitrary<infer T> ? T : never;

/** Returns the collection before the plan: items of both types, mixed. */
const mixed = ({ current, others, seed }: Situation) =>
	others.reduce((list, other, n) => {
		const at = (seed + 7 * n) % (list.length + 1);
		return [...list.slice(0, at), other, ...list.slice(at)];
	}, current);

/** Applies a plan to a collection as the service does, which appends additions. */
function applied(before: string[], { removals, additions, moves }: ItemsPlan): string[] {
	const list = [...before.filter((key) => !removals.includes(key)), ...additions];
	for (const { key, index } of moves) {
		expect(list).toContain(key);
		const rest = list.filter((other) => other !== key);
		list.splice(0, list.length, ...rest.slice(0, index), key, ...rest.slice(index));
	}
	return list;
}

/** Returns the length of a longest increasing subsequence, in quadratic time. */
function longest(values: number[]): number {
	const lengths: number[] = [];
	values.forEach((value, n) => {
		const before = lengths.filter((_, m) => m < n && (values[m] ?? 0) < value);
		lengths.push(1 + Math.max(0, ...before));
	});
	return Math.max(0, ...lengths);
}

describe(`planItems (TRAIT_SEED=${SEED})`, () => {
	const check = (property: (situation: Situation, before: string[], plan: ItemsPlan) => void) =>
		fc.assert(
			fc.property(situations, (situation) => {
				const before = mixed(situation);
				const { wanted, others, remove, keepOrder } = situation;
				const planned = before.map((key) => ({ key, isManaged: !others.includes(key) }));
				property(situation, before, planItems(planned, wanted, { remove, keepOrder }));
			}),
			{ numRuns: RUNS, seed: SEED },
		);

	it('leads to the wanted items in their order, and to the unmanaged and kept items in theirs', () => {
		check(({ current, wanted, others, remove, keepOrder }, before, plan) => {
			const after = applied(before, plan);
			const kept = remove ? [] : current.filter((key) => !wanted.includes(key));
			expect([...after].sort()).toEqual([...wanted, ...others, ...kept].sort());
			if (keepOrder) expect(after.filter((key) => wanted.includes(key))).toEqual(wanted);
			else expect(plan.moves).toEqual([]);
			const alone = [...others, ...kept];
			expect(after.filter((key) => alone.includes(key))).toEqual(
				before.filter((key) => alone.includes(key)),
			);
		});
	});

	it('adds missing items in the wanted order, and removes no item of another type', () => {
		check(({ current, wanted, remove }, _, plan) => {
			expect(plan.additions).toEqual(wanted.filter((key) => !current.includes(key)));
			expect([...plan.removals].sort()).toEqual(
				remove ? current.filter((key) => !wanted.includes(key)).sort() : [],
			);
		});
	});

	it('moves the fewest items, each once', () => {
		check(({ wanted, keepOrder }, before, plan) => {
			const start = applied(before, { ...plan, moves: [] });
			const places = wanted.map((key) => start.indexOf(key));
			expect(plan.moves).toHaveLength(keepOrder ? wanted.length - longest(places) : 0);
			expect(new Set(plan.moves.map(({ key }) => key)).size).toBe(plan.moves.length);
		});
	});
});

describe('planMoves', () => {
	const count = 500;
	const inOrder = Array.from({ length: count }, (_, n) => String(n));

	it.each([
		[
			'moves one item from the end to the front',
			[...inOrder.slice(-1), ...inOrder.slice(0, -1)],
			1,
		],
		['moves one item from the front to the end', [...inOrder.slice(1), ...inOrder.slice(0, 1)], 1],
		['moves nothing that is in order', inOrder, 0],
		['moves all items but one when the order is reversed', inOrder.toReversed(), count - 1],
	])('%s', (_, order, moves) => {
		expect(planMoves(inOrder, order)).toHaveLength(moves);
	});

	it.each([
		[
			['x', 'b', 'a'],
			[{ key: 'a', index: 1 }],
			'before all items of the order, not before unmanaged items',
		],
		[['a', 'c', 'x', 'b', 'y'], [{ key: 'b', index: 1 }], 'directly after its predecessor'],
	])('moves an item of %j to %j, %s', (current, moves) => {
		expect(planMoves(current, ['a', 'b', 'c'])).toEqual(moves);
	});
});
