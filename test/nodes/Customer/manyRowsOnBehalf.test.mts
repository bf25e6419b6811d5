// Many rows of which each is sent on behalf of another customer: a list that is read once has the header of one row only.
import { beforeEach, describe, expect, it } from 'vitest';

import { Account, HEADER_PREFIX } from '../account.mts';
import { chosen } from '../kit.mts';
import { OTHER_PRODUCT, PRODUCT } from './kit.mts';

const account = new Account('customer', { product: chosen(PRODUCT) });

const COUNT = 30;
const addressOf = (row: number) => `row${row}@example.com`;

let senders: number[];
beforeEach(() => {
	const add = (email: string) =>
		account.service.state.addCustomer({ email, products: [OTHER_PRODUCT] }).id;
	senders = ['sender1@example.com', 'sender2@example.com'].map(add);
	for (let row = 0; row < COUNT; row++) add(addressOf(row));
});

/** Runs an operation over rows of which every second one is sent on behalf of another customer. */
const run = async (operation: string) =>
	await account.run(
		{
			operation,
			customer: chosen('={{ $json.email }}', 'email'),
			email: '={{ $json.email }}',
			options: { onBehalfOfCustomer: chosen('={{ $json.sender }}', 'id') },
		},
		{
			input: Array.from({ length: COUNT }, (_, row) => ({
				email: addressOf(row),
				sender: senders[row % 2],
			})),
		},
	);

describe.each(['grantAccess', 'createOrUpdate', 'checkAccess', 'revokeAccess'])(
	'%s',
	(operation) => {
		it('sends each request of a row on behalf of the customer of that row', async () => {
			const { error } = await run(operation);
			expect(error).toBeUndefined();
			const sent = account.service.requests.map(({ path, query, body, headers }) => ({
				path: decodeURIComponent(`${path} ${String(query)} ${String(body)}`),
				sender: Number(headers[`${HEADER_PREFIX}-Customer`.toLowerCase()]?.split('/').at(-1)),
			}));
			for (let row = 0; row < COUNT; row++) {
				const own = sent.filter(({ path }) => path.includes(addressOf(row)));
				const expected = new Set([senders[row % 2]]);
				expect(new Set(own.map(({ sender }) => sender)), addressOf(row)).toEqual(expected);
			}
			// A list that counts for several rows is read for each sender.
			const lists = sent.filter(
				({ path }) => path.startsWith('/customers ') && !path.includes('@'),
			);
			expect([0, 2]).toContain(new Set(lists.map(({ sender }) => sender)).size);
		});
	},
);
