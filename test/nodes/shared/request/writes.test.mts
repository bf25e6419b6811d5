import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { lastId } from '../../../../nodes/shared/request/writes';
import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { intercept, listen } from '../../../kit/wire.mts';
import { BASE_URL, chosen } from '../../kit.mts';

async function run(node: string, parameters: INodeParameters) {
	const credential = apiKeyCredential(BASE_URL);
	return await runNode({ node, parameters: { resource: node, ...parameters }, credential });
}

describe('a write', () => {
	it.each(['5', 5, `${BASE_URL}/videos/5/`])(
		'that deletes %j returns the ID as a number',
		async (value) => {
			intercept(BASE_URL).delete('/videos/5').reply(204);
			const { json } = await run('video', { operation: 'delete', video: chosen(value) });
			expect(json).toStrictEqual([{ deleted: true, id: 5 }]);
			expect(lastId('/collections/7/items/5')).toBe(5);
		},
	);

	it.each([
		['collection', chosen(5)],
		['customer', chosen(5)],
		['customer', chosen('ada@example.org', 'email')],
		['video', chosen(5)],
	])('that updates no field of a %s is refused before any request: %j', async (node, record) => {
		const sent = listen(() => ({}));
		const { error } = await run(node, { operation: 'update', [node]: record, updateFields: {} });
		expect(error?.message).toBe('There is nothing to update');
		expect(error?.description).toContain('Add what to change under "Update Fields".');
		expect(sent).toEqual([]);
	});
});
