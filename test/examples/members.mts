// What the tests of the examples about access share: customers of a product, who has it afterwards, and what people read.
import type { IDataObject } from 'n8n-workflow';

import type { AccountState } from '../../service/state.mts';
import { only } from '../kit/defined.mts';
import { textsIn } from './worlds/sent.mts';
import type { ExampleWorld } from './worlds/world.mts';

export const MEMBERS_PRODUCT = 101;

export const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** A member by number, as a row of a list. */
export const personOf = (index: number) => ({
	email: `member.${index}@example.com`,
	name: `Member ${index} Example`,
});

export const members = (count: number): IDataObject[] => range(count).map(personOf);

/** Adds customers who have the product. */
export const addMembers = (state: AccountState, count: number) => {
	for (const person of members(count))
		state.addCustomer({ ...person, products: [MEMBERS_PRODUCT] });
};

const everybody = (world: ExampleWorld) => [
	...world.service.state.customers.all({ status: 'all' }, 'oldest'),
];

/** Returns the plans under which a customer has a product, without those that have ended. */
export const grantedPlans = (
	world: ExampleWorld,
	email: string,
	product = MEMBERS_PRODUCT,
): string[] =>
	everybody(world)
		.filter((customer) => customer.email === email && customer.status === 'enabled')
		.flatMap(({ grants }) => grants)
		.filter(({ productId }) => productId === product)
		.map(({ plan }) => plan);

/** Whether a customer has access to the product. */
export const has = (world: ExampleWorld, email: string): boolean =>
	grantedPlans(world, email).length > 0;

/** Returns the addresses of those who have access to the product, but the members of before. */
export const others = (world: ExampleWorld): string[] =>
	everybody(world)
		.map(({ email }) => email)
		.filter((email) => !email.startsWith('member.') && has(world, email));

/** What people readIn, from the latest message on. */
export const readIn = (world: ExampleWorld): string =>
	world.sent
		.flatMap((one) => textsIn(one).map(([, text]) => text))
		.reverse()
		.join('\n');

/** Returns the rows of the log of access. */
export async function logOf(world: ExampleWorld) {
	const { provider } = world.tables;
	const tables = await provider.getDataTableAggregateProxy();
	const { data } = await tables.getManyAndCount({ filter: { name: 'video_access_log' } });
	const table = await provider.getDataTableProxy(undefined, undefined, only(data).id);
	return (await table.getManyRowsAndCount({})).data;
}
