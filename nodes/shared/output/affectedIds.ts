import type { IDataObject } from 'n8n-workflow';

import {
	ID_PARAMETERS,
	type ResourceName,
	RESOURCES,
	resourcesInPath,
} from '../resources/resources';
import type { ServiceRequest } from '../client/request';
import { asObject } from '../json';

/** Returns the ids in an address: `{ customerId: 5 }` for `/customers/5/products`. */
function idsInAddress(address: string): IDataObject {
	return Object.fromEntries(
		resourcesInPath(address).map(({ kind, id }) => [`${kind}Id`, Number(id)]),
	);
}

/** Returns the name of the id of an item, which differs for a collection in a collection. */
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

/** Returns the ids of the resources that a request acted on: `{ customerId: 5, productId: 7 }`. */
export function affectedIds({ path, body }: Pick<ServiceRequest, 'path' | 'body'>): IDataObject {
	return { ...idsInAddress(path), ...idsInBody(body) };
}
