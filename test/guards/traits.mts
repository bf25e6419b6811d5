import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DescribedOperation } from '../../scripts/lib/descriptions.mts';
import { traitList, traits as traitSchema, type Traits } from '../../service/traits/index.mts';
import { TraitAccount, type TraitRun } from '../traits/account.mts';
import { operationCases, type OperationCase } from '../traits/operations.mts';
import { faultsOf } from '../traits/oracle.mts';

/** Mixes of traits that each operation is tried with; the seed selects them. */
const RUNS = Number(process.env.TRAIT_RUNS ?? 6);
const SEED = Number(process.env.TRAIT_SEED ?? 1);

/** Nodes that accept only the OAuth2 credential. */
const OF_CLIENT = ['accessToken', 'pairingCode'];

/** Traits whose combinations matter most: unrealistic in half of the mixes. */
const OFTEN = ['disturbance', 'duplicateEmail', 'listLagSeconds', 'writeAnswer'];

const drawnTraits = traitList.map(({ name, values: [realistic, ...others] }) => ({
	name,
	realistic,
	others,
}));

/** Other traits are mostly realistic, so that an operation reaches the few that are not. */
const mixes: fc.Arbitrary<Traits> = fc
	.record(
		Object.fromEntries(
			drawnTraits.map(({ name, realistic, others }) => [
				name,
				fc.oneof(
					{ arbitrary: fc.constant(realistic), weight: OFTEN.includes(name) ? 1 : 4 },
					...(others.length > 0 ? [{ arbitrary: fc.constantFrom(...others), weight: 1 }] : []),
				),
			]),
		),
	)
	.map((mix) => traitSchema.parse(mix));

/** Returns the unrealistic traits of a mix, for the failure message. */
const shown = (mix: Traits) => {
	const realistic: Record<string, unknown> = traitSchema.parse({});
	return Object.fromEntries(
		Object.entries(mix).filter(([name, value]) => realistic[name] !== value),
	);
};

async function tried<T>(
	one: OperationCase,
	{ traits, isOAuth2 }: { traits: Traits; isOAuth2: boolean },
	judge: (account: TraitAccount, run: TraitRun) => T,
): Promise<T> {
	const account = await TraitAccount.open(traits);
	try {
		one.prepare?.(account.service);
		const { parameters = {} } = one;
		const drawn = typeof parameters === 'function' ? parameters(account.service) : parameters;
		const all = {
			operation: one.operation,
			...drawn,
			authentication: isOAuth2 ? 'oAuth2' : 'apiKey',
		};
		return judge(account, await account.run(one.node, all, isOAuth2));
	} finally {
		await account.close();
	}
}

/** Fills in the expected items of a case that names none with those of a run without traits. */
async function withResult(one: OperationCase): Promise<OperationCase> {
	if (one.gives ?? one.isDone) return one;
	const usual = { traits: traitSchema.parse({}), isOAuth2: OF_CLIENT.includes(one.node) };
	const ids = await tried(one, usual, (_, { json, error }) => {
		expect(error?.message, `${one.title} fails with the values of test/workflows/`).toBeUndefined();
		const hint = `${one.title} has to give records: add a case to test/traits/operations.mts`;
		const numbers = json.map(({ id }) => id).filter((id) => typeof id === 'number');
		expect(numbers.length, hint).toBeGreaterThan(0);
		return numbers;
	});
	return { ...one, gives: () => ids };
}

/** Answers to a creation that was performed. */
const LOST = ['disconnect', '502', '504', 'cutBody'] as const;

/** Tries operations against services that do what the documentation leaves open. */
export function itBearsTheTraitsOfServices(guarded: DescribedOperation[]): void {
	const nodes = new Set(guarded.map(({ node }) => node));
	const cases = operationCases.filter(({ node }) => nodes.has(node));
	const creating = cases.filter(({ changes = [] }) =>
		changes.some((name) => name.endsWith(' new')),
	);
	describe.each(creating)('when the answer to a creation is lost: $title', (one) => {
		it.each(LOST)('creates one record at most (%s)', async (disturbance) => {
			const options = { disturbance, disturbed: 'creations', disturbedTimes: 'first' } as const;
			const mix = traitSchema.parse({ ...options, disturbedRequest: 'performed' });
			const isOAuth2 = OF_CLIENT.includes(one.node);
			const found = await tried(one, { traits: mix, isOAuth2 }, (account, run) =>
				faultsOf({ account, traits: mix, one, run }),
			);
			expect(found, 'The operation did this after a lost response').toEqual([]);
		});
	});

	describe(`with random traits of the service (TRAIT_SEED=${SEED})`, () => {
		it('every operation is tried', () => {
			const covered = new Set(cases.map(({ node, operation }) => `${node} ${operation}`));
			const offered = guarded.map(({ node, option }) => `${node} ${String(option.value)}`);
			expect(
				[...covered].sort(),
				'A read is tried as test/workflows/ uses it; say in test/traits/operations.mts what is true of any other operation',
			).toEqual(offered.sort());
		});

		it.each(
			cases.map((one, index): [string, OperationCase, number] => [one.title, one, SEED + index]),
		)(
			'%s returns the right result or a truthful error',
			async (_, one, seed) => {
				const whole = await withResult(one);
				const auth = OF_CLIENT.includes(one.node) ? fc.constant(true) : fc.boolean();
				await fc.assert(
					fc.asyncProperty(mixes, auth, async (mix, isOAuth2) => {
						const found = await tried(whole, { traits: mix, isOAuth2 }, (account, run) =>
							faultsOf({ account, traits: mix, one: whole, run }),
						);
						expect(found, `with ${JSON.stringify(shown(mix))}`).toEqual([]);
					}),
					{ numRuns: RUNS, seed },
				);
			},
			60_000 + RUNS * 500,
		);
	});
}
