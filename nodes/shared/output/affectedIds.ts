import type { IDataObject } from 'n8n-workflow';

import { ID_PARAMETERS, type ResourceName, RESOURCES, resourcesInPath } from '../ids/resources';
import type { ServiceRequest } from '../client/request';
import { asObject } from '../data/json';

/** @example idName('liveEvent') // 'live_event_id' */
const idName = (kind: ResourceName) => `${RESOURCES[kind].name.replace(' ', '_')}_id`;

/** Returns the ids in an address: `{ customer_id: 5 }` for `/customers/5/products`. */
function idsInAddress(address: string): IDataObject {
	return Object.fromEntries(
		resourcesInPath(address).map(({ kind, id }) => [idName(kind), Number(id)]),
	);
}

function idsInBody(body: unknown): IDataObject {
	const ids: IDataObject = {};
	for (const [name, value] of Object.entries(asObject(body))) {
		const kind = ID_PARAMETERS[name];
		// A collection in a collection must not hide the ID of the outer one.
		if (kind) ids[kind === 'collection' ? 'collection_item_id' : idName(kind)] = value;
		if (typeof value === 'string' && name in RESOURCES) Object.assign(ids, idsInAddress(value));
	}
	return ids;
}

/** Returns the ids of the resources that a request acted on: `{ customer_id: 5, product_id: 7 }`. */
export function affectedIds({ path, body }: Pick<ServiceRequest, 'path' | 'body'>): IDataObject {
	return { ...idsInAddress(path), ...idsInBody(body) };
}
