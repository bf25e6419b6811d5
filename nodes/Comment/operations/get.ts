import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { getRecord } from '../../shared/execute';
import { optionsField, simplifyField } from '../../shared/fields/lists';
import { locatorInPath, withoutList } from '../../shared/fields/locators';

export const option: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a comment',
	description: 'Retrieve one comment with its replies',
	routing: {
		request: { method: 'GET', url: '/comments/:comment' },
		send: { paginate: true },
		operations: { pagination: getRecord() },
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['get'] } }, [
		withoutList(locatorInPath('comment')),
		simplifyField(),
		optionsField(),
	]);
