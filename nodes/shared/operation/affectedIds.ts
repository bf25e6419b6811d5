import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { KINDS, thingsIn } from '../reference/reference';
import { asObject } from '../json';

/** The ids in an address: `/customers/5/products` gives `{ customerId: 5 }`. */
function idsInAddress(address: string): IDataObject {
	return Object.fromEntries(thingsIn(address).map(({ kind, id }) => [`${kind}Id`, Number(id)]));
}

/** The members of a collection, named so that a collection in a collection is not confused with it. */
const MEMBERS: Record<string, string> = {
	video_id: 'videoId',
	collection_id: 'collectionItemId',
	file_id: 'fileId',
};

function idsInBody(body: unknown): IDataObject {
	const ids: IDataObject = {};
	for (const [name, value] of Object.entries(asObject(body))) {
		const member = MEMBERS[name];
		if (member) ids[member] = value;
		if (typeof value === 'string' && name in KINDS) Object.assign(ids, idsInAddress(value));
	}
	return ids;
}

/** The ids of what a request acted on: `{ customerId: 5, productId: 7 }`. */
export function affectedIds({ url, body }: IHttpRequestOptions): IDataObject {
	return { ...idsInAddress(url), ...idsInBody(body) };
}
