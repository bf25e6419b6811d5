import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { notice } from '../../shared/panel/notices';
import { route } from '../../shared/request/operation';
import { remove } from '../../shared/request/writes';

export const option: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a video',
	description: 'Delete a video for good',
	routing: route({ method: 'DELETE', url: '/videos/:video' }, remove()),
};

export const fields = (): INodeProperties[] => [
	notice(
		'deleteNotice',
		'A deletion can’t be undone. The video may still be listed for a while. If the deletion fails, the service notifies the owner of the account.',
	),
];
