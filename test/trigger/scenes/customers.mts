import type { Scene, Stage } from '../history.mts';
import { created } from './created.mts';

const enabled = { parameters: { filters: { status: 'enabled' } }, isNarrow: true };
const all = { parameters: {}, isNarrow: false };

/** Customers appear, are cancelled and enabled again. */
export function customers(stage: Stage): Scene {
	const { account, history } = stage;
	return created(stage, {
		event: 'customerCreated',
		add: (createdAt) => account.addCustomer(createdAt),
		remove: (id) => account.removeCustomer(id),
		setListed: (id, isListed) => account.setCustomerStatus(id, isListed ? 'enabled' : 'cancelled'),
		hasWholeList: true,
		lists: history.variant % 3 === 0 ? [enabled, all] : [all, enabled],
	});
}
