import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filtersField, inQuery } from '../../shared/panel/fields';
import { notice } from '../../shared/panel/notices';
import { getArray } from '../../shared/request/reads';
import { route } from '../../shared/request/operation';

export const option: INodePropertyOptions = {
	name: 'Get Files',
	value: 'getFiles',
	action: 'Get the files of a video',
	description: 'Retrieve the files of a video, each with a streaming URL',
	routing: route({ method: 'GET', url: '/videos/:video/files' }, getArray('file')),
};

export const fields = (): INodeProperties[] => [
	notice(
		'filesNotice',
		'The URLs expire soon. Get them right before streaming. For viewers, use Authorization instead, so that playback is checked and counted.',
	),
	filtersField([
		inQuery({
			displayName: 'Format',
			name: 'format',
			type: 'options',
			options: [
				{ name: 'DASH (MPD)', value: 'mpd' },
				{ name: 'HLS (M3U8)', value: 'm3u8' },
				{ name: 'MP4', value: 'mp4' },
				{ name: 'Ogg', value: 'ogg' },
				{ name: 'WebM', value: 'webm' },
			],
			default: 'mp4',
			description: 'Only files of this format',
		}),
		inQuery({
			displayName: 'Quality',
			name: 'quality',
			type: 'options',
			options: [
				{ name: '1080p', value: '1080p' },
				{ name: '360p', value: '360p' },
				{ name: '480p', value: '480p' },
				{ name: '540p', value: '540p' },
				{ name: '720p', value: '720p' },
				{ name: 'Adaptive', value: 'adaptive' },
			],
			default: '1080p',
			description: 'Only files of this quality',
		}),
	]),
];

export const output = 'file';
