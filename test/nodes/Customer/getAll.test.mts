import { NodeHelpers, type INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { nodeTypes } from '../../kit/engine.mts';
import {
	badIds,
	chosen,
	CUSTOMER_HEADERS,
	FOR_CUSTOMER,
	itRefuses,
	itSends,
	page,
	TRIED,
} from '../kit.mts';
import { product, raw, simple } from './fixtures.mts';

itSends('customer', 'getAll', {
	'every parameter': {
		parameters: {
			returnAll: true,
			filters: { product: chosen('5'), email: 'a+b@example.com', query: 'a', status: 'all' },
			sorting: { sort: 'latest' },
			options: { ...FOR_CUSTOMER, page: 2, perPage: 7 },
		},
		sends: [
			{
				method: 'GET',
				path: '/customers',
				query: {
					product,
					email: 'a+b@example.com',
					query: 'a',
					status: 'all',
					sort: 'latest',
					page: '2',
					per_page: '7',
				},
				headers: CUSTOMER_HEADERS,
			},
		],
		answer: page('customers', [raw, { id: 10 }]),
		gives: [simple, { id: 10 }],
	},
});

itRefuses('customer', 'getAll', [
	{
		names: 'Product',
		parameters: { filters: { product: chosen(TRIED) } },
		good: 5,
		bad: badIds('customers'),
	},
]);

it('says that only enabled customers are listed, until a status is chosen', () => {
	const { description } = nodeTypes.customer ?? expect.fail('there is no such node');
	const notice = description.properties.find(({ name }) => name === 'statusNotice');
	const isShown = (filters: Record<string, string>) => {
		const parameters = { resource: 'customer', operation: 'getAll', filters };
		const node = { typeVersion: 1, parameters } as unknown as INode;
		return NodeHelpers.displayParameter(parameters, notice ?? expect.fail(), node, description);
	};
	expect(isShown({})).toBe(true);
	expect(isShown({ email: 'ada@example.org' })).toBe(true);
	expect(isShown({ status: 'all' })).toBe(false);
	expect(isShown({ status: '={{ $json.status }}' })).toBe(false);
});
