import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { listOptionsField, rangeFields, simplifyField } from '../../shared/fields/lists';
import { getList } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';
import { customerSourceFields, withCustomerSource } from '../customerSource';

export const option: INodePropertyOptions = {
	name: 'Get Watching',
	value: 'getWatching',
	action: 'Get the videos a customer is watching',
	description: 'Retrieve the videos that a customer has begun to watch',
	routing: {
		request: { method: 'GET' },
		...handledBy(getList('items', withCustomerSource)),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['getWatching'] } }, [
		...customerSourceFields('watching'),
		...rangeFields(),
		simplifyField(),
		listOptionsField(),
	]);
