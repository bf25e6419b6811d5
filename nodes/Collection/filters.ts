import type { INodeProperties } from 'n8n-workflow';

import { planFilter } from '../shared/panel/content';
import { inQuery, switchField } from '../shared/panel/fields';
import { queryField } from '../shared/panel/listFields';
import { locatorAsHref } from '../shared/panel/locators';
import { toCommaText, toText } from '../shared/values/transform';
import { LISTED_COLLECTION_TYPES } from './types';

/** Returns the filters of the list of collections. */
export const collectionFilters = (): INodeProperties[] => [
	inQuery(
		switchField(
			'Active',
			'active',
			'Whether to return only collections with a plan (on) or only those without one (off)',
		),
		toText,
	),
	planFilter(),
	locatorAsHref('product', 'qs', { description: 'Only collections of this product' }),
	queryField('Only collections that match this text'),
	inQuery(
		{
			displayName: 'Type',
			name: 'type',
			type: 'multiOptions',
			options: [...LISTED_COLLECTION_TYPES],
			default: [],
			description: 'Only collections of these types',
		},
		toCommaText,
	),
];
