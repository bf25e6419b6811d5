import type { INodePropertyOptions } from 'n8n-workflow';

import { write } from '../../shared/request/writes';
import { route } from '../../shared/request/operation';
import { withCustomerSource } from '../customerSource';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Remove From Watchlist',
	value: 'removeFromWatchlist',
	action: 'Remove a video from a watchlist',
	description: 'Remove a video from the watchlist of a customer',
	routing: route(
		{ method: 'DELETE', url: '/customers/:customer/watchlist' },
		write(withCustomerSource, { pathOf: customerPath }),
	),
};
