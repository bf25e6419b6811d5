import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	ID_PARAMETERS,
	type ResourceName,
	RESOURCES,
	resourcesInPath,
} from '../resources/resources';
import { asObject } from '../json';

/** The ids in an address: `/customers/5/products` gives `{ customerId: 5 }`. */
function idsInAddress(address: string): IDataObject {
	return Object.fromEntries(
		resourcesInPath(address).map(({ kind, id }) => [`${kind}Id`, Number(id)]),
	);
}

/** A collection in a collection is not confused with it. */
const memberId = (kind: ResourceName) => (kind === 'collection' ? 'collectionItemId' : `${kind}Id`);

function idsInBody(body: unknown): IDataObject {
	const ids: IDataObject = {};
	for (const [name, value] of Object.entries(asObject(body))) {
		const kind = ID_PARAMETERS[name];
		if (kind) ids[memberId(kind)] = value;
		if (typeof value === 'string' && name in RESOURCES) Object.assign(ids, idsInAddress(value));
	}
	return ids;
}

/** The ids of what a request acted on: `{ customerId: 5, productId: 7 }`. */
export function affectedIds({ url, body }: IHttpRequestOptions): IDataObject {
	return { ...idsInAddress(url), ...idsInBody(body) };
}
