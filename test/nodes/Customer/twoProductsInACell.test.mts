// A cell with the URLs of two products: no operation may choose one of them.
import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from './kit.mts';

const account = new Account('customer', { product: chosen('={{ $json.product }}') });

const urlOf = (id: number) => `https://api.example.com/products/${id}`;

it.each(
	['grantAccess', 'createOrUpdate', 'revokeAccess', 'checkAccess', 'syncAccess'].flatMap((name) =>
		[',', '; ', '\n'].map((between) => [name, between] as const),
	),
)('%s refuses the row with two products that %j separates', async (operation, between) => {
	account.service.state.addCustomer({ email: 'ada@example.com', products: [OTHER_PRODUCT] });
	account.service.state.addCustomer({ email: 'bo@example.com', products: [PRODUCT] });
	const parameters = {
		operation,
		customer: chosen('={{ $json.email }}', 'email'),
		email: '={{ $json.email }}',
		...(operation !== 'checkAccess' && { dryRun: false }),
		...(operation === 'syncAccess' && { stopIfMoreRevokedThan: '100%' }),
	};
	const product = urlOf(PRODUCT) + between + urlOf(OTHER_PRODUCT);
	const { error } = await account.run(parameters, {
		input: [
			{ email: 'ada@example.com', product: urlOf(OTHER_PRODUCT) },
			{ email: 'ada@example.com', product },
		],
	});
	expect(error?.message).toContain('The parameter "Product" contains more than one URL');
	expect(error?.context.itemIndex ?? 1).toBe(1);
	// A row of another product fails by itself, but a Sync that lacks a row ends nobody's access.
	expect(account.customers[0]?.grants).toHaveLength(operation === 'revokeAccess' ? 0 : 1);
	expect(account.customers[1]?.grants).toHaveLength(1);
});
