import { UserError, type IHttpRequestOptions } from 'n8n-workflow';

import { bodyOf } from '../json';
import { affectedIds } from './affectedIds';
import { answeredRecord, projection } from './output';
import type { RecordKind } from './records';
import {
	type ExplainFailure,
	once,
	type Operation,
	type Prepare,
	type Sending,
	type SendingOf,
} from './run';

/** The record that a write answers, or, when it answers none, `success` with the ids of what was acted on. */
export function answerOf(kind: RecordKind): Prepare {
	return ({ context, options }) => {
		const project = projection(context, kind);
		return (response) => {
			const record = answeredRecord(response, kind);
			return [record ? project(record) : { success: true, ...affectedIds(options) }];
		};
	};
}

/** Changes something, and gives {@link answerOf} it. */
export function writeRecord(
	kind: RecordKind,
	sending?: Sending | SendingOf,
	explain?: ExplainFailure,
): Operation {
	return once(answerOf(kind), sending, explain);
}

/** An update without any field the service would answer as if it had changed something. */
function refuseEmptyUpdate(options: IHttpRequestOptions): void {
	if (Object.keys(bodyOf(options)).length > 0) return;
	throw new UserError('There is nothing to update', {
		description:
			'Add what is to change under Update Fields. A value that an expression gives as null or undefined is not sent; the empty text clears a field.',
	});
}

/** Changes fields of a record. */
export function updateRecord(kind: RecordKind): Operation {
	return once(answerOf(kind), {}, undefined, refuseEmptyUpdate);
}

/** Changes something: gives `success` with the ids of what was acted on, whatever the service answers. */
export function write(sending?: Sending | SendingOf): Operation {
	return once(
		({ options }) =>
			() => [{ success: true, ...affectedIds(options) }],
		sending,
	);
}

export function lastId(url: string): number {
	return Number(url.slice(url.lastIndexOf('/') + 1));
}

export function remove(): Operation {
	return once(({ options }) => () => [{ deleted: true, id: lastId(options.url) }]);
}
