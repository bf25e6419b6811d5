import type { INodeProperties } from 'n8n-workflow';

import { inQuery, switchField } from '../shared/panel/fields';
import { queryField } from '../shared/panel/listFields';

/** Returns the filters of the list of products. */
export const productFilters = (): INodeProperties[] => [
	queryField('Only products that match this text'),
	inQuery(switchField('Active', 'active', 'Whether to return only active products')),
];
