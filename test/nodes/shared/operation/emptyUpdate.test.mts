import { expect, it } from 'vitest';

import { apiKeyCredential, runNode } from '../../../kit/engine.mts';
import { BASE_URL, chosen } from '../../kit.mts';

it.each(['collection', 'customer', 'video'])(
	'an update of a %s with nothing to update is refused before anything is sent',
	async (node) => {
		const parameters = { operation: 'update', [node]: chosen(5), updateFields: {} };
		// Nobody listens there: a request would end in another error.
		const { error } = await runNode({ node, parameters, credential: apiKeyCredential(BASE_URL) });
		expect(error?.message).toBe('There is nothing to update');
		expect(error?.description).toContain('Update Fields');
	},
);
