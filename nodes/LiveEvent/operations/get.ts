import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { getRecord } from '../../shared/execute';
import { optionsField, simplifyField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a live event',
	description: 'Retrieve one live event',
	routing: {
		request: { method: 'GET', url: '/live_events/:liveEvent' },
		send: { paginate: true },
		operations: { pagination: getRecord() },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		locatorInPath('liveEvent'),
		simplifyField(),
		optionsField(),
	]);
