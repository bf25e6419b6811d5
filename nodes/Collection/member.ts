import type { INodeProperties } from 'n8n-workflow';

import { locator } from '../shared/fields/locators';
import { parseBaseUrl } from '../shared/reference/baseUrl';
import { type Kind, parseId } from '../shared/reference/reference';
import { readChoice } from '../shared/validation/readers';
import { preSend } from '../shared/validation/refusal';

interface Member {
	displayName: string;
	/** The parameter. */
	name: string;
	/** The API's name; it takes the id (docs/service.md, Collections). */
	property: string;
	kind: Kind;
	description: string;
}

/** What a collection can hold, by `itemType`. */
const MEMBERS: Record<string, Member> = {
	collection: {
		displayName: 'Collection as Item',
		name: 'collectionItem',
		property: 'collection_id',
		kind: 'collection',
		description: 'The collection to add or remove, for example a season of a series',
	},
	file: {
		displayName: 'Extra',
		name: 'file',
		property: 'file_id',
		kind: 'file',
		description: 'The extra, by ID or URL',
	},
	video: {
		displayName: 'Video',
		name: 'video',
		property: 'video_id',
		kind: 'video',
		description: 'The video to add or remove',
	},
};

/**
 * Sends the id of the member that is meant, and of no other: where an expression chooses the type, n8n shows, and so
 * routes, all of them.
 */
const onlyTheMember = preSend((context, options) => {
	const member = readChoice(context, 'itemType', 'Item Type', MEMBERS);
	const value = context.getNodeParameter(member.name, undefined);
	const id = parseId(value, member.kind, parseBaseUrl(options.baseURL), member.displayName);
	options.body = { [member.property]: Number(id) };
});

/** Which member of a collection is meant: its type, then just that choice. */
export function memberFields(): INodeProperties[] {
	return [
		{
			displayName: 'Item Type',
			name: 'itemType',
			type: 'options',
			options: [
				{ name: 'Collection', value: 'collection' },
				{ name: 'Extra', value: 'file', description: 'A file beside the videos of a movie' },
				{ name: 'Video', value: 'video' },
			],
			default: 'video',
			description: 'What kind of thing the item is',
			routing: { send: { preSend: [onlyTheMember] } },
		},
		...Object.entries(MEMBERS).map(([type, { kind, property, ...labels }]) =>
			locator(kind, {
				...labels,
				required: true,
				displayOptions: { show: { itemType: [type] } },
				routing: { send: { type: 'body', property } },
			}),
		),
	];
}
