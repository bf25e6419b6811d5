import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { optionsField } from '../../shared/fields/lists';
import { locatorInPath } from '../../shared/fields/locators';
import { notice } from '../../shared/fields/notice';
import { handledBy } from '../../shared/operation/run';
import { remove } from '../../shared/operation/writes';

export const option: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a video',
	description: 'Delete a video for good',
	routing: {
		request: { method: 'DELETE', url: '/videos/:video' },
		...handledBy(remove()),
	},
};

export const fields = (): INodeProperties[] =>
	updateDisplayOptions({ show: { operation: ['delete'] } }, [
		locatorInPath('video'),
		notice(
			'deleteNotice',
			'A deletion cannot be undone. It takes a while: the video may still be listed afterwards, and the owner of the account is told if it fails.',
		),
		optionsField(),
	]);
