import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { outputFields } from '../../shared/fields/output';
import { getRecord } from '../../shared/operation/reads';
import { handledBy } from '../../shared/operation/run';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a live event',
	description: 'Retrieve one live event',
	routing: {
		request: { method: 'GET', url: '/live_events/:liveEvent' },
		...handledBy(getRecord('liveEvent')),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		locatorInPath('liveEvent'),
		...outputFields('liveEvent'),
		optionsField(),
	]);
