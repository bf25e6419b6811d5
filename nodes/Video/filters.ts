import type { INodeProperties } from 'n8n-workflow';

import { planFilter } from '../shared/panel/content';
import { queryField } from '../shared/panel/listFields';

/** Returns the filters of the list of videos. */
export const videoListFilters = (): INodeProperties[] => [
	queryField('Only videos that match this text'),
	planFilter(),
];
