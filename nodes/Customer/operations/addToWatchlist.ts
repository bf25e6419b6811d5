import type { INodePropertyOptions } from 'n8n-workflow';

import { write } from '../../shared/request/writes';
import { route } from '../../shared/request/operation';
import { withCustomerSource } from '../customerSource';
import { customerPath } from '../customerPath';

export const option: INodePropertyOptions = {
	name: 'Add to Watchlist',
	value: 'addToWatchlist',
	action: 'Add a video to a watchlist',
	description: 'Add a video to the watchlist of a customer',
	routing: route(
		{ method: 'PUT', url: '/customers/:customer/watchlist' },
		write(withCustomerSource, { pathOf: customerPath }),
	),
};
