import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { hashOf } from './config';

/** What is saved between polls: JSON, without any secret, and less than 64 KB for any account. */
export interface State extends IDataObject {
	version: number;
	/** Of event, filters and account: a checkpoint belongs to these and no others. */
	fingerprint: string;
	/** Seconds. The moment that the person named to start from; null for the moment of activation. */
	startedFrom: number | null;
	/** The frozen checkpoint of the event. */
	checkpoint: string;
	/** Of all that stands above: tells a state that is damaged. */
	checksum: string;
}

/** Raised when a checkpoint of before cannot be read any more. */
const VERSION = 4;

export function stateOf(
	fingerprint: string,
	startedFrom: number | null,
	checkpoint: string,
): State {
	const checksum = hashOf([VERSION, fingerprint, startedFrom, checkpoint]).slice(0, 16);
	return { version: VERSION, fingerprint, startedFrom, checkpoint, checksum };
}

/** The saved state; `undefined` for one that was written by another version, or is damaged. */
export function readState(saved: unknown): State | undefined {
	if (!isObject(saved)) return undefined;
	const { fingerprint, checkpoint } = saved;
	const startedFrom = typeof saved.startedFrom === 'number' ? saved.startedFrom : null;
	const state = stateOf(String(fingerprint), startedFrom, String(checkpoint));
	return saved.version === VERSION && saved.checksum === state.checksum ? state : undefined;
}
