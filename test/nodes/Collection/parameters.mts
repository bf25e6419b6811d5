import type { INodeParameters } from 'n8n-workflow';

/** Every parameter that creating and updating a collection share, set. */
export const DESCRIBED: INodeParameters = {
	description: 'Six tides',
	isAutomatic: true,
	isFeatured: true,
	metadata: { entries: [{ key: 'words', kind: 'list', value: 'sea,salt' }] },
	metadataJson: { language: 'sv' },
	plans: ['public'],
	seasonNumber: 2,
	shortDescription: 'Tides',
	thumbnailUrl: 'https://files.example.com/tides.jpg',
};

export const DESCRIBED_BODY = {
	description: 'Six tides',
	is_automatic: 'true',
	is_featured: 'true',
	metadata: { language: 'sv', words: ['sea', 'salt'] },
	plans: ['public'],
	season_number: 2,
	short_description: 'Tides',
	thumbnail_url: 'https://files.example.com/tides.jpg',
};

/** The same, added but left empty or off: what is set is sent, and clears. */
export const UNSET: INodeParameters = {
	description: '',
	isAutomatic: false,
	isFeatured: false,
	metadata: {},
	plans: [],
	seasonNumber: 0,
	shortDescription: '',
	thumbnailUrl: '',
};

export const UNSET_BODY = {
	description: '',
	is_automatic: 'false',
	is_featured: 'false',
	metadata: {},
	plans: [],
	season_number: 0,
	short_description: '',
	thumbnail_url: '',
};
