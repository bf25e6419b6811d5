import type { INodeParameters } from 'n8n-workflow';

import { chosen } from '../kit.mts';

/** Every parameter that creating and updating a video share, set. */
export const DESCRIBED: INodeParameters = {
	canonicalCollection: chosen('https://service.test/api/collections/9/', 'url'),
	description: 'A film about salt',
	geoAvailable: 'US,CA',
	geoUnavailable: 'FR',
	isCommentingEnabled: true,
	metadata: {
		entries: [
			{ key: 'director', kind: 'text', value: 'M. Lindqvist' },
			{ key: 'year', kind: 'number', value: '1999' },
			{ key: 'words', kind: 'list', value: 'sea, salt' },
			{ key: 'poster', kind: 'image', value: 'https://files.example.com/poster.jpg' },
		],
	},
	metadataJson: '{ "language": "sv", "year": 1998 }',
	plans: ['free', 'standard'],
	shortDescription: 'Salt',
	sourceUrl: 'https://files.example.com/salt.mp4',
	thumbnailUrl: 'https://files.example.com/salt.jpg',
	timeAvailable: '2026-05-01T00:00:00',
	timeUnavailable: '2026-12-31T23:00:00-05:00',
	url: 'salt',
};

export const DESCRIBED_BODY = {
	canonical_collection: { id: 9 },
	description: 'A film about salt',
	geo_available: 'US,CA',
	geo_unavailable: 'FR',
	is_commenting_enabled: true,
	metadata: {
		language: 'sv',
		director: 'M. Lindqvist',
		year: 1999,
		words: ['sea', 'salt'],
		poster: 'image_url:https://files.example.com/poster.jpg',
	},
	plans: ['free', 'standard'],
	short_description: 'Salt',
	source_url: 'https://files.example.com/salt.mp4',
	thumbnail_url: 'https://files.example.com/salt.jpg',
	// Picked in the time zone of the workflow, Europe/Berlin.
	time_available: '2026-04-30T22:00:00Z',
	time_unavailable: '2027-01-01T04:00:00Z',
	url: 'salt',
};

/** The same, added but left empty or off: what is set is sent, and clears. */
export const UNSET: INodeParameters = {
	canonicalCollection: chosen(''),
	description: '',
	geoAvailable: '',
	geoUnavailable: '',
	isCommentingEnabled: false,
	metadata: {},
	plans: [],
	shortDescription: '',
	sourceUrl: '',
	thumbnailUrl: '',
	timeAvailable: '',
	timeUnavailable: '',
	url: '',
};

export const UNSET_BODY = {
	canonical_collection: null,
	description: '',
	geo_available: '',
	geo_unavailable: '',
	is_commenting_enabled: false,
	metadata: {},
	plans: [],
	short_description: '',
	source_url: '',
	thumbnail_url: '',
	time_available: null,
	time_unavailable: null,
	url: '',
};
