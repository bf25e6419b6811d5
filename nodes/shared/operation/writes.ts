import { affectedIds } from './affectedIds';
import { answeredRecord, projection } from './output';
import type { RecordKind } from './records';
import { refuseEmptyUpdate } from '../validation/emptyUpdate';
import {
	type ExplainFailure,
	once,
	type Operation,
	type RequestTraits,
	type TraitsOf,
} from './run';

/** The record that a write answers, or, when it answers none, `success` with the ids of what was acted on. */
export function answerOf(kind: RecordKind): Parameters<typeof once>[0] {
	return (context, options) => {
		const project = projection(context, kind);
		return (response) => {
			const record = answeredRecord(response, kind);
			return [record ? project(record) : { success: true, ...affectedIds(options) }];
		};
	};
}

/**
 * Changes something and gives the record that the service answers, or, when it answers none, `success` with the ids of
 * what was acted on.
 */
export function writeRecord(
	kind: RecordKind,
	traits?: RequestTraits | TraitsOf,
	explain?: ExplainFailure,
): Operation {
	return once(answerOf(kind), traits, explain);
}

/** Changes fields of a record; an update of nothing is refused. */
export function updateRecord(kind: RecordKind): Operation {
	return once(answerOf(kind), {}, undefined, refuseEmptyUpdate);
}

/** Changes something: gives `success` with the ids of what was acted on, whatever the service answers. */
export function write(traits?: RequestTraits | TraitsOf): Operation {
	return once((_, options) => () => [{ success: true, ...affectedIds(options) }], traits);
}

/** The id that ends an address. */
export function lastId(url: string): number {
	return Number(url.slice(url.lastIndexOf('/') + 1));
}

/** Deletes the thing whose id ends the address. */
export function remove(): Operation {
	return once((_, { url }) => () => [{ deleted: true, id: lastId(url) }]);
}
