import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { describe, expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import type { Fault } from '../../../../service/faults.mts';
import { Account } from '../../account.mts';
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
		'that deletes %j returns the ID as a number',
		async (said) => {
			nock(BASE_URL).delete('/videos/5').reply(204);
			expect(await gives('video', { operation: 'delete', video: chosen(said) })).toStrictEqual([
				{ deleted: true, id: 5 },
			]);
		},
	);

	it('returns the record of its response in simplified form', async () => {
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

describe('a comment in the response to its creation', () => {
	const create = { operation: 'create', video: chosen(3), customer: chosen(4), content: 'Hi' };
	const answer = async (videoId: unknown) => {
		nock(BASE_URL)
			.post(/comments/)
			.reply(200, { id: 1, content: 'Hi', video_id: videoId });
		return await gives('comment', create);
	};

	it.each([3, null, '9'])('is returned when its video is %j', async (videoId) => {
		expect(await answer(videoId)).toMatchObject([{ id: 1, content: 'Hi' }]);
	});

	it('is left out when its video is another one', async () => {
		expect(await answer(9)).toEqual([{ success: true, videoId: 3, customerId: 4 }]);
	});
});

describe('a write without a record in its response', () => {
	const videos = new Account('video');
	const customers = { operation: 'update', updateFields: { name: 'Ada' } };

	it.each<Fault>([
		{ status: 200, body: ' ' },
		{ status: 200, body: 'OK' },
		{ status: 200, kind: 'html' },
		{ status: 200, kind: 'notJson' },
		{ kind: 'cutBody' },
	])('is reported as done after %j', async (fault) => {
		const { state, faults } = videos.service;
		const [customer, video] = [state.addCustomer({ products: [101] }), state.addVideo()];
		faults.add({ ...fault, times: 3, isPerformed: true });
		const updated = { ...customers, customer: chosen(customer.id) };
		expect((await videos.run(updated, { node: 'customer' })).json).toMatchObject([
			{ success: true, customerId: customer.id },
		]);
		const authorized = { operation: 'create', customer: updated.customer, video: chosen(video.id) };
		expect((await videos.run(authorized, { node: 'authorization' })).json).toEqual([
			{ success: true, customerId: customer.id, videoId: video.id },
		]);
		const deleted = { operation: 'delete', video: chosen(video.id) };
		expect(await videos.runOnce(deleted)).toEqual({ deleted: true, id: video.id });
	});
});
