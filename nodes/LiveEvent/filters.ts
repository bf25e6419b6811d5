import type { INodeProperties } from 'n8n-workflow';

import { planFilter } from '../shared/panel/content';
import { queryField } from '../shared/panel/listFields';

/** Returns the filters of the list of live events. */
export const liveEventFilters = (): INodeProperties[] => [
	planFilter(),
	queryField('Only live events that match this text'),
];
