import { affectedIds } from './affectedIds';
import { recordOf } from './output';
import { once, type Operation, type RequestTraits, type TraitsOf } from './run';

function isEmpty(body: unknown): boolean {
	return Object.keys(body ?? {}).length === 0;
}

/**
 * Changes something: gives the record that the service answers, or, when it answers nothing,
 * `success` with the ids of what was acted on.
 */
export function write(traits?: RequestTraits | TraitsOf): Operation {
	return once(
		(_, response, options) => [
			isEmpty(response.body) ? { success: true, ...affectedIds(options) } : recordOf(response),
		],
		traits,
	);
}

/** Deletes the thing whose id ends the address. */
export function remove(): Operation {
	return once((_, __, { url }) => [
		{ deleted: true, id: Number(url.slice(url.lastIndexOf('/') + 1)) },
	]);
}
