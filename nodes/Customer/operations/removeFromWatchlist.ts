import type { INodePropertyOptions } from 'n8n-workflow';

import { provenRemoval } from '../../shared/execution/removal';
import { write } from '../../shared/execution/writes';
import { handledBy } from '../../shared/execution/run';
import { affectedIds } from '../../shared/output/affectedIds';
import { withCustomerSource } from '../customerSource';

const removal = provenRemoval(
	({ options }) => ({
		list: { url: options.url, key: 'items' },
		isRecord: ({ id }) => Number(id) === affectedIds(options).videoId,
	}),
	'look with Get Watchlist whether the video is still there, and run this again if it is.',
	withCustomerSource,
);

export const option: INodePropertyOptions = {
	name: 'Remove From Watchlist',
	value: 'removeFromWatchlist',
	action: 'Remove a video from a watchlist',
	description: 'Remove a video from the watchlist of a customer',
	routing: handledBy({ method: 'DELETE', url: '/customers/:customer/watchlist' }, write(removal)),
};
