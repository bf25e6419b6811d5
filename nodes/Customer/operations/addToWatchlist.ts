import type { INodePropertyOptions } from 'n8n-workflow';

import { write } from '../../shared/execution/writes';
import { withCustomerSource } from '../customerSource';
import { handledForCustomer } from '../customerInPath';

export const option: INodePropertyOptions = {
	name: 'Add to Watchlist',
	value: 'addToWatchlist',
	action: 'Add a video to a watchlist',
	description: 'Add a video to the watchlist of a customer',
	routing: handledForCustomer(
		{ method: 'PUT', url: '/customers/:customer/watchlist' },
		write(withCustomerSource),
	),
};
