import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { listen } from '../../../kit/wire.mts';
import { BASE_URL, chosen } from '../../kit.mts';

it.each([
	['collection', chosen(5)],
	['customer', chosen(5)],
	['customer', chosen('ada@example.org', 'email')],
	['video', chosen(5)],
])('an update of no field of a %s is refused before any request: %j', async (node, record) => {
	const sent = listen(() => ({}));
	const { error } = await runNode({
		node,
		parameters: { operation: 'update', [node]: record, updateFields: {} },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error?.message).toBe('There is nothing to update');
	expect(error?.description).toContain('Add what to change under "Update Fields".');
	expect(sent).toEqual([]);
});
