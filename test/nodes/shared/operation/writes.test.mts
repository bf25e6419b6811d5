import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, chosen } from '../../kit.mts';

async function gives(node: string, parameters: INodeParameters) {
	const { error, json } = await runNode({
		node,
		parameters: { resource: node, ...parameters },
		credential: apiKeyCredential(BASE_URL),
	});
	expect(error).toBeUndefined();
	return json;
}

describe('a write', () => {
	it.each(['5', 5, `${BASE_URL}/videos/5/`])(
		'that deletes gives the id as a number, however it was said: %s',
		async (said) => {
			nock(BASE_URL).delete('/videos/5').reply(204);
			expect(await gives('video', { operation: 'delete', video: chosen(said) })).toStrictEqual([
				{ deleted: true, id: 5 },
			]);
		},
	);

	it.each(['standard', 'free'])('sends the plan as the service calls it: %s', async (plan) => {
		const body = { product: `${BASE_URL}/products/7`, plan };
		nock(BASE_URL).put('/customers/5/products', body).reply(204);
		const product = { customer: chosen('5'), product: chosen(7) };
		expect(
			await gives('customer', { operation: 'addProduct', ...product, additionalFields: { plan } }),
		).toStrictEqual([{ success: true, customerId: 5, productId: 7 }]);
	});

	it('that is answered with a record gives it simplified', async () => {
		nock(BASE_URL)
			.put('/customers/5', { name: 'Ada' })
			.reply(200, { id: 5, name: 'Ada', email: 'ada@example.com', unknown: true });
		const [item] = await gives('customer', {
			operation: 'update',
			customer: chosen(5),
			updateFields: { name: 'Ada' },
		});
		expect(item).toMatchObject({ id: 5, name: 'Ada', email: 'ada@example.com' });
		expect(item).not.toHaveProperty('unknown');
	});
});
