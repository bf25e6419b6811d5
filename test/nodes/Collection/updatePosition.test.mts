import { expect, it } from 'vitest';

import { Account } from '../account.mts';
import { chosen, itRefuses, itSends, TRIED } from '../kit.mts';

const account = new Account('collection', { operation: 'updatePosition', position: 999 });

it('says what to do about a position that does not exist', async () => {
	const { id } = account.service.state.addCollection();
	const { error } = await account.run({ collection: chosen(id) });
	expect(error?.message).toContain('The service did not accept the position');
});

itSends('collection', 'updatePosition', {
	'the position 0 as it is': {
		parameters: { collection: chosen(5), position: 0 },
		sends: [{ method: 'PUT', path: '/collections/5/update_position', body: { position: 0 } }],
		gives: [{ success: true, collectionId: 5 }],
	},
});

itRefuses('collection', 'updatePosition', [
	{
		names: 'Position',
		parameters: { collection: chosen(5), position: TRIED },
		good: '3',
		bad: [-1, 1.5, '', null, 'first'],
	},
]);
