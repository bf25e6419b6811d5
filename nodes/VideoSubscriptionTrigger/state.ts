import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { parse, serialize } from './checkpoint/codec';

/** What is saved between polls: JSON, without any secret, and less than 64 KB for any account. */
export interface State extends IDataObject {
	version: number;
	/** Of event, filters and account: a checkpoint belongs to these and no others. */
	fingerprint: string;
	/** Seconds. The moment that the person named to start from; null for the moment of activation. */
	startedFrom: number | null;
	/** The serialized checkpoint of the event. */
	checkpoint: string;
}

/** Raised when a checkpoint of before cannot be read any more. */
const VERSION = 5;

export async function stateOf(
	fingerprint: string,
	startedFrom: number | null,
	checkpoint: unknown,
): Promise<State> {
	return { version: VERSION, fingerprint, startedFrom, checkpoint: await serialize(checkpoint) };
}

/** What was saved, with the checkpoint as it was; `undefined` for what another version wrote, or is damaged. */
export async function readState(saved: unknown) {
	if (!isObject(saved) || saved.version !== VERSION) return undefined;
	const { fingerprint, startedFrom, checkpoint } = saved;
	const parsed = await parse(String(checkpoint)).catch(() => undefined);
	if (!isObject(parsed)) return undefined;
	return {
		fingerprint,
		startedFrom: typeof startedFrom === 'number' ? startedFrom : null,
		checkpoint: parsed,
	};
}
