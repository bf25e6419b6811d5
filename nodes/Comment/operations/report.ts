import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath, withoutList } from '../../shared/fields/locators';
import { handledBy } from '../../shared/operation/run';
import { write } from '../../shared/operation/writes';

export const option: INodePropertyOptions = {
	name: 'Report',
	value: 'report',
	action: 'Report a comment',
	description: 'Flag a comment for the moderators, who find it in the administration area',
	routing: {
		request: { method: 'POST', url: '/comments/:comment/report' },
		// A comment that is flagged already stays flagged.
		...handledBy(write({ repeatable: true })),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['report'] } }, [
		withoutList(locatorInPath('comment')),
		optionsField(),
	]);
