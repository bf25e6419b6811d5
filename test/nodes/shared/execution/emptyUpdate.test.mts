import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, listen } from '../../../kit/wire.mts';
import { chosen } from '../../kit.mts';

it.each([
	['collection', chosen(5)],
	['customer', chosen(5)],
	['customer', chosen('ada@example.org', 'email')],
	['video', chosen(5)],
])('updating a %s without a field is refused before any request: %j', async (node, record) => {
	const sent = listen(() => ({}));
	const parameters = { operation: 'update', [node]: record, updateFields: {} };
	const { error } = await runNode({ node, parameters, credential: apiKeyCredential(BASE_URL) });
	expect(error?.message).toBe('There is nothing to update');
	expect(error?.description).toContain('Update Fields');
	expect(sent).toEqual([]);
});
