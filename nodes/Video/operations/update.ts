import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { clearFieldsOption, type EmptyValues } from '../../shared/panel/clearFields';
import { textField, updateFields } from '../../shared/panel/fields';
import { route } from '../../shared/request/operation';
import { updateRecord } from '../../shared/request/writes';
import { extraFields } from '../extraFields';
import { sourceField, videoFields } from '../fields';

export const option: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a video',
	description: 'Change a video, or add the video file of one without it',
	routing: route({ method: 'PUT', url: '/videos/:video' }, updateRecord('video')),
};

/** What clears each field (docs/developers/service.md, Videos). */
const VIDEO_EMPTY_VALUES: EmptyValues = {
	advisories: [],
	canonicalCollection: null,
	casts: [],
	crew: [],
	description: null,
	genres: '',
	geoAvailable: null,
	geoUnavailable: null,
	license: '',
	mediaId: '',
	plans: [],
	productionId: '',
	productionStudios: [],
	ratings: [],
	releaseDates: [],
	shortDescription: null,
	tags: '',
	thumbnailUrl: null,
	timeAvailable: null,
	timeUnavailable: null,
};

const videoUpdateFields = (): INodeProperties[] => [
	...videoFields(),
	sourceField('Only for a video without a video file. It can’t be replaced later.'),
	textField('Title', 'title', 'The title that viewers see'),
	...extraFields(),
];

export const fields = (): INodeProperties[] => [updateFields(videoUpdateFields())];

export const output = 'video';

export const options = (): INodeProperties[] => [
	clearFieldsOption(videoUpdateFields(), VIDEO_EMPTY_VALUES),
];
