import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { notice } from '../../shared/properties/notices';
import { provenRemoval, videoIsGone } from '../../shared/execution/removal';
import { handledBy } from '../../shared/execution/run';
import { remove } from '../../shared/execution/writes';

const removal = provenRemoval(
	videoIsGone,
	'look with Get and Get Many whether the video is still there, and run this again if it is.',
);

export const option: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a video',
	description: 'Delete a video for good',
	routing: handledBy({ method: 'DELETE', url: '/videos/:video' }, remove(removal)),
};

export const fields = (): INodeProperties[] => [
	notice(
		'deleteNotice',
		'A deletion cannot be undone. The video may still be listed for a while. If the deletion fails, the service tells the owner of the account.',
	),
];
