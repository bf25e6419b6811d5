// Every example is tried with *Execute workflow*, twice, and the credential in test mode: nothing changes at the service, and
// no customer gets anything.
import { describe, expect, test } from 'vitest';

import { exampleNames } from '../../../scripts/lib/examples.mts';
import { once, playTimes } from './play.mts';
import { recipientsOf } from './sent.mts';

/** Addresses of lists that reach many people. */
const isList = (address: string): boolean => /@lists\./.test(address);

describe.each(exampleNames)('%s', (example) => {
	const runs = once(
		async () => await playTimes(example, { size: 5, isTry: true, isTestMode: true }, 2),
	);

	test('changes nothing at the service in test mode', async () => {
		expect((await runs()).flatMap(({ writes }) => writes)).toEqual([]);
	});

	test('reaches no customer and no list, however often somebody tries', async () => {
		const reached = (await runs()).flatMap(({ sent, addresses }) =>
			sent.flatMap((one) =>
				recipientsOf(one)
					.filter((to) => isList(to) || addresses.has(to.toLowerCase()))
					.map((to) => `${one.node.name}: ${to}`),
			),
		);
		expect([...new Set(reached)]).toEqual([]);
	});
});
