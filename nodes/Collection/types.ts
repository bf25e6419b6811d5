import type { INodePropertyOptions } from 'n8n-workflow';

import { compareNames } from '../shared/panel/fields';

/** The types of a new collection (docs/developers/service.md, Collections). */
export const COLLECTION_TYPES: INodePropertyOptions[] = [
	{ name: 'Category', value: 'category', description: 'Groups other collections' },
	{ name: 'Movie', value: 'movie', description: 'A featured video with extras' },
	{ name: 'Playlist', value: 'playlist', description: 'Videos in an order of your own' },
	{ name: 'Season', value: 'season', description: 'Has episodes' },
	{ name: 'Series', value: 'series', description: 'Has seasons' },
];

/** The types to filter by: an older description of the service lists one more. */
export const LISTED_COLLECTION_TYPES: INodePropertyOptions[] = [
	...COLLECTION_TYPES,
	{ name: 'Section', value: 'section', description: 'Only in older accounts' },
].sort((a, b) => compareNames(a.name, b.name));
