import { NodeHelpers, type INode } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { nodeTypes } from '../../kit/engine.mts';

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
