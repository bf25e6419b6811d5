import type { INodePropertyOptions } from 'n8n-workflow';

import { write } from '../../shared/execution/writes';
import { handledBy } from '../../shared/execution/run';
import { withCustomerSource } from '../customerSource';

export const option: INodePropertyOptions = {
	name: 'Add to Watchlist',
	value: 'addToWatchlist',
	action: 'Add a video to a watchlist',
	description: 'Add a video to the watchlist of a customer',
	routing: handledBy(
		{ method: 'PUT', url: '/customers/:customer/watchlist' },
		write(withCustomerSource),
	),
};
