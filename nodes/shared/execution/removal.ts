import type { IDataObject } from 'n8n-workflow';

import { catchStatus } from '../client/errors';
import { DEFAULT_PAGE_SIZE, readList } from '../client/lists';
import type { ItemRequest, RequestOverrides, RequestOverridesFor } from '../client/request';
import { sendGet } from '../client/sender';
import { NO_CONTENT } from '../client/response';
import { flattenRecord } from '../output/projection';
import { overridesFor } from './run';

/** The requests that prove that a record is gone. */
interface AbsenceProof {
	/** The path of the record, where it has one: the service must answer with its own 404. */
	record?: string;
	/** The list that would show the record. */
	list: { url: string; key: string; qs?: IDataObject };
	/** Whether an entry of the list, flattened, is the record. */
	isRecord: (entry: IDataObject) => boolean;
}

/** The proof for a video that is deleted. */
export const videoIsGone = ({ options: { url } }: ItemRequest): AbsenceProof => ({
	record: url,
	list: { url: '/videos', key: 'videos' },
	isRecord: ({ id }) => url === `/videos/${String(id)}`,
});

/** Whether a list does not hold a record. A list short of its total proves it only beside the record's own 404. */
export async function isUnlisted(
	request: ItemRequest,
	{ record, list, isRecord }: AbsenceProof,
	overrides: RequestOverrides = {},
): Promise<boolean> {
	let isWhole = true;
	const entries = await readList({
		key: list.key,
		firstPage: 1,
		perPage: DEFAULT_PAGE_SIZE,
		fetchPage: async (page) => await sendGet(request, list.url, { ...list.qs, ...page }, overrides),
		keep: (entry) => isRecord(flattenRecord(entry)),
		onShortfall: () => {
			isWhole = record !== undefined;
		},
	});
	return isWhole && !entries.includes(true);
}

/** Whether the service itself answers 404 for a record; true for one without a path of its own. */
async function isUnknown(
	request: ItemRequest,
	{ record }: AbsenceProof,
	overrides: RequestOverrides,
): Promise<boolean> {
	if (record === undefined) return true;
	const response = await catchStatus(sendGet(request, record, {}, overrides), ['404']);
	return response instanceof Error;
}

/**
 * Returns the overrides for the request of a removal. When the response to an attempt is lost, a 404 for the next attempt
 * proves nothing: the removal counts as done once the proof holds (docs/service.md, What a response proves).
 *
 * @param hint how a person checks whether the record is gone
 */
export function provenRemoval(
	proofOf: (request: ItemRequest) => AbsenceProof,
	hint: string,
	overrides: RequestOverrides | RequestOverridesFor = {},
): RequestOverridesFor {
	return (request) => {
		const own = overridesFor(overrides, request);
		const proof = proofOf(request);
		return {
			...own,
			ambiguousHint: `It may have been done anyway: ${hint}`,
			reconcile: async () => {
				const isGone =
					(await isUnknown(request, proof, own)) && (await isUnlisted(request, proof, own));
				return isGone ? NO_CONTENT : undefined;
			},
		};
	};
}
