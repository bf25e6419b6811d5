import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('pairingCode', async (run, service) => {
		const { code } = first(await run({ operation: 'create' }));
		await expect(run({ operation: 'get', code: String(code) })).rejects.toThrow(
			'The code is not paired yet',
		);

		const { id } = first(service.state.customers.list({ status: 'all' }, 'newest', 0, 1).records);
		service.pair(String(code), id);
		expect(await run({ operation: 'get', code: String(code) })).toMatchObject([
			{ access_token: expect.any(String), refresh_token: expect.any(String) },
		]);
	});
});
