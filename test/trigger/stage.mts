// The account of a trigger test, and helpers that publish triggers on it.
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { clock } from '../../nodes/shared/concurrency/clock.ts';
import { ServiceReader } from '../../nodes/VideoSubscriptionTrigger/serviceReader.ts';
import { VideoSubscriptionTrigger } from '../../nodes/VideoSubscriptionTrigger/VideoSubscriptionTrigger.node.ts';
import { only } from '../kit/defined.mts';
import { ACCOUNT_URL, type Request, TriggerAccount } from './account.mts';
import { activatedOn, Host, type HostOptions, MINUTE } from './host.mts';

/** The account of the current test. All code uses its clock. */
export let account: TriggerAccount;

/** Replaces the account with an empty one. Called before each test. */
export function newAccount(...quirks: ConstructorParameters<typeof TriggerAccount>): void {
	account = new TriggerAccount(...quirks);
	clock.now = () => account.now;
}

/** Publishes a trigger on the account. */
export const activated = async (
	parameters: IDataObject,
	options?: Partial<HostOptions>,
): Promise<Host> => await activatedOn(account, parameters, options);

const { description } = new VideoSubscriptionTrigger();

/** Runs `work` in a poll on the account, with a reader of its own in place of a trigger. */
export async function withReader<T>(work: (reader: ServiceReader) => Promise<T>): Promise<T> {
	const results: Array<{ result: T }> = [];
	const node: INodeType = {
		description,
		async poll() {
			results.push({ result: await work(new ServiceReader(this, ACCOUNT_URL, 5 * MINUTE, true)) });
			return null;
		},
	};
	await new Host(account, { parameters: {}, node }).activate();
	return only(results).result;
}

/** Polls `polls` times, each time after `ms` milliseconds. */
export async function pollRepeatedly(host: Host, polls: number, ms = MINUTE): Promise<void> {
	for (let number = 0; number < polls; number++) {
		account.now += ms;
		await host.poll();
	}
}

/** Adds `count` customers and returns their IDs. */
export const addCustomers = (count: number, fields: IDataObject = {}): number[] =>
	Array.from({ length: count }, () => account.add('customers', fields));

export const idsIn = (items: INodeExecutionData[]): unknown[] => items.map(({ json }) => json.id);

/** Whether a request reads a list rather than a record. */
export const isList = ({ path }: Request): boolean => path.split('/').length === 2;

/** Returns `count` different IDs up to `highest`, pseudo-random so that they hardly compress. */
export function scattered(count: number, highest: number): number[] {
	const ids = new Set<number>();
	for (let state = 1; ids.size < count; ) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		ids.add(1 + Math.floor((state / 2 ** 32) * highest));
	}
	return [...ids];
}
