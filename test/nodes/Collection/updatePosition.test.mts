import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen } from '../kit.mts';

const account = new Account('collection', { operation: 'updatePosition', position: 999 });

it('says what to do about a position that does not exist', async () => {
	const { id } = account.service.state.addCollection();
	const { error } = await account.run({ collection: chosen(id) });
	expect(error?.message).toContain('The service did not accept the position');
});
