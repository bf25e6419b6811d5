import { expect, it } from 'vitest';

import { first } from '../../kit/defined.mts';
import { withService } from '../kit.mts';

it('the service understands every operation', async () => {
	await withService('accessToken', async (run, service) => {
		const [created] = await run({ operation: 'create' });
		expect(created).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope: 'read' });

		const { id } = first(service.state.customers.list({ status: 'all' }, 'newest', 0, 1).records);
		const { refresh_token: refreshToken } = service.customerTokens(id);
		const refreshed = first(await run({ operation: 'refresh', refreshToken }));
		expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 7200 });
		expect(refreshed.refresh_token).not.toBe(refreshToken);
	});
});
