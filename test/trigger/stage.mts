// The account of a test of the trigger, and triggers that are published on it.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/concurrency.ts';
import { type Request, TriggerAccount } from './account.mts';
import { activatedOn, type Host, type HostOptions, MINUTE } from './host.mts';

/** The account of the present test; its clock is that of all code. */
export let account: TriggerAccount;

/** Replaces the account by an empty one. Called before each test. */
export function newAccount(...quirks: ConstructorParameters<typeof TriggerAccount>): void {
	account = new TriggerAccount(...quirks);
	clock.now = () => account.now;
}

/** A trigger that was published on the account. */
export const activated = async (
	parameters: IDataObject,
	options?: Partial<HostOptions>,
): Promise<Host> => await activatedOn(account, parameters, options);

/** Polls so many times, each a minute later, unless told otherwise. */
export async function pollRepeatedly(host: Host, polls: number, ms = MINUTE): Promise<void> {
	for (let number = 0; number < polls; number++) {
		account.now += ms;
		await host.poll();
	}
}

/** Adds so many customers. */
export const addCustomers = (count: number, given: IDataObject = {}): number[] =>
	Array.from({ length: count }, () => account.add('customers', given));

export const idsIn = (items: INodeExecutionData[]): unknown[] => items.map(({ json }) => json.id);

/** Whether a request reads a list, and no record. */
export const isList = ({ path }: Request): boolean => path.split('/').length === 2;

/** So many different ids up to the highest one, spread as a simple generator has it: they hardly compress. */
export function scattered(count: number, highest: number): number[] {
	const ids = new Set<number>();
	for (let state = 1; ids.size < count; ) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		ids.add(1 + Math.floor((state / 2 ** 32) * highest));
	}
	return [...ids];
}
