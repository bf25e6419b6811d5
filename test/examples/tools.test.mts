// The tools of the examples for agents and assistants: what a model may enter.
import { describe, expect, test } from 'vitest';

import { readExample } from '../../scripts/lib/examples.mts';
import { runAgent } from '../kit/agent.mts';
import { Account } from '../nodes/account.mts';
import { MEMBERS_PRODUCT } from './members.mts';

describe.each(['support-agent', 'mcp-assistant'])('%s', (name) => {
	const account = new Account('customer');
	const aboutProducts = readExample(name).nodes.filter(
		({ type, parameters }) => type.endsWith('.customerTool') && 'product' in parameters,
	);

	test.each(aboutProducts.map((node) => [node.name, node] as const))(
		'%s takes a product as the number that List Products returns',
		async (_, { parameters }) => {
			const email = 'ann@example.org';
			account.service.state.addCustomer({ email, products: [MEMBERS_PRODUCT] });
			let answer = '';
			await runAgent({
				node: 'customer',
				parameters,
				credential: account.credential,
				work: async (tool) => {
					answer = await tool.invoke({ email, product: MEMBERS_PRODUCT });
				},
			});
			expect(answer).toMatch(/"outcome":"(unchanged|revoked)"|"hasAccess":true/);
		},
	);
});
