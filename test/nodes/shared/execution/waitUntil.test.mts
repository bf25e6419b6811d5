import { expect, it } from 'vitest';

import { Account } from '../../account.mts';

const account = new Account('video', { operation: 'waitUntilUploaded', timeout: 10 });

it.each([
	['n8n sets none', {}, 30_000],
	['it is longer', { requestOptions: { timeout: 90_000 } }, 30_000],
	['it is shorter', { requestOptions: { timeout: 2_000 } }, 2_000],
])('waitUntil limits the Timeout of each request where %s', async (_, parameters, deadline) => {
	const { id } = account.service.state.addVideo();
	await account.runOnce({ video: id, ...parameters });
	expect(account.clock.deadlines).toEqual([deadline]);
});
