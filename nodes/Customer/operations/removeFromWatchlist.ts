import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorAsHref } from '../../shared/fields/locators';
import { handledBy } from '../../shared/operation/run';
import { write } from '../../shared/operation/writes';
import { customerSourceFields, withCustomerSource } from '../customerSource';

export const option: INodePropertyOptions = {
	name: 'Remove From Watchlist',
	value: 'removeFromWatchlist',
	action: 'Remove a video from a watchlist',
	description: 'Take a video off the watchlist of a customer',
	routing: {
		request: { method: 'DELETE' },
		...handledBy(write(withCustomerSource)),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['removeFromWatchlist'] } }, [
		...customerSourceFields('watchlist'),
		locatorAsHref('video', 'body', { required: true }),
		optionsField(),
	]);
