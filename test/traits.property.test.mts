import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { nodeTypes } from './kit/engine.mts';
import { traitList, traits as traitSchema, type Traits } from '../service/traits/index.mts';
import { TraitAccount } from './traits/account.mts';
import { operationCases, type OperationCase } from './traits/operations.mts';
import { faultsOf } from './traits/oracle.mts';

/** How many mixes each operation meets; other seeds give other mixes. */
const RUNS = Number(process.env.TRAIT_RUNS ?? 8);
const SEED = Number(process.env.TRAIT_SEED ?? 1);

/** Nodes that take the OAuth2 credential alone. */
const OF_CLIENT = ['accessToken', 'pairingCode'];

/** Traits that matter most together: each as often realistic as not. */
const OFTEN = ['disturbance', 'duplicateEmail', 'listLagSeconds', 'writeAnswer'];

/** Most other traits are the realistic ones, so that an operation gets as far as the few that are not. */
const mixes: fc.Arbitrary<Traits> = fc
	.record(
		Object.fromEntries(
			traitList.map(({ name, values: [realistic, ...others] }) => [
				name,
				fc.oneof(
					{ arbitrary: fc.constant(realistic), weight: OFTEN.includes(name) ? 1 : 4 },
					{ arbitrary: fc.constantFrom(...others), weight: 1 },
				),
			]),
		),
	)
	.map((mix) => traitSchema.parse(mix));

/** What of a mix is not realistic, for a message that can be read. */
const shown = (mix: Traits) => {
	const realistic: Record<string, unknown> = traitSchema.parse({});
	return Object.fromEntries(
		Object.entries(mix).filter(([name, value]) => realistic[name] !== value),
	);
};

async function faults(one: OperationCase, traits: Traits, isOAuth2: boolean): Promise<string[]> {
	const account = await TraitAccount.open(traits);
	try {
		one.prepare?.(account.service);
		const { parameters = {} } = one;
		const given = typeof parameters === 'function' ? parameters(account.service) : parameters;
		const all = {
			operation: one.operation,
			authentication: isOAuth2 ? 'oAuth2' : 'apiKey',
			...given,
		};
		const run = await account.run(one.node, all, isOAuth2);
		return faultsOf({ account, traits, one, run });
	} finally {
		await account.close();
	}
}

describe(`with any mix of traits (TRAIT_SEED=${SEED})`, () => {
	it('every operation is tried', () => {
		const tried = new Set(operationCases.map(({ node, operation }) => `${node} ${operation}`));
		const offered = Object.entries(nodeTypes).flatMap(([node, { description }]) => {
			const field = description.properties.find(({ name }) => name === 'operation');
			return (field?.options ?? []).map(
				(option) => `${node} ${'value' in option ? option.value : ''}`,
			);
		});
		expect([...tried].sort()).toEqual([...new Set(offered)].sort());
	});

	it.each(
		operationCases.map((one, index): [string, OperationCase, number] => [
			one.title,
			one,
			SEED + index,
		]),
	)(
		'%s gives the right result, or an error that is true',
		async (_, one, seed) => {
			const auth = OF_CLIENT.includes(one.node) ? fc.constant(true) : fc.boolean();
			await fc.assert(
				fc.asyncProperty(mixes, auth, async (mix, isOAuth2) => {
					const found = await faults(one, mix, isOAuth2);
					if (found.length === 0) return;
					throw new Error(`${found.join('\n')}\nwith ${JSON.stringify(shown(mix))}`);
				}),
				{ numRuns: RUNS, seed },
			);
		},
		60_000 + RUNS * 500,
	);
});
