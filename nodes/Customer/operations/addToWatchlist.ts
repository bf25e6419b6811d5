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
	name: 'Add to Watchlist',
	value: 'addToWatchlist',
	action: 'Add a video to a watchlist',
	description: 'Put a video on the watchlist of a customer',
	routing: {
		request: { method: 'PUT' },
		...handledBy(write(withCustomerSource)),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['addToWatchlist'] } }, [
		...customerSourceFields('watchlist'),
		locatorAsHref('video', 'body', { required: true }),
		optionsField(),
	]);
