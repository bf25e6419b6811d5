import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';

/** What is saved between polls: JSON, without any secret, and less than 64 KB for any account. */
export interface State extends IDataObject {
	version: number;
	/** Of event, filters and account: a checkpoint belongs to these and no others. */
	fingerprint: string;
	/** Seconds. The moment that the person named to start from; null for the moment of activation. */
	startedFrom: number | null;
	checkpoint: IDataObject;
}

/** Raised when a checkpoint of before cannot be read any more. */
export const VERSION = 2;

/** What can be done with a saved state. */
export type SavedState =
	| { kind: 'usable'; state: State }
	/** Of other filters or another account, or from before the moment that a person now names. */
	| { kind: 'other' }
	/** Written by another version, or damaged. */
	| { kind: 'unreadable' };

/**
 * Judges the saved state.
 *
 * @param saved what n8n kept
 * @param fingerprint of what the person chose now
 * @param from the moment to start from, in seconds; a newly named or earlier one starts afresh
 */
export function judgeState(
	saved: unknown,
	fingerprint: string,
	from: number | undefined,
): SavedState {
	if (!isObject(saved) || saved.version !== VERSION) return { kind: 'unreadable' };
	const { startedFrom, checkpoint } = saved;
	if (!isObject(checkpoint)) return { kind: 'unreadable' };
	if (saved.fingerprint !== fingerprint) return { kind: 'other' };
	const started = typeof startedFrom === 'number' ? startedFrom : null;
	const isExtended = from !== undefined && (started === null || started > from);
	if (isExtended) return { kind: 'other' };
	return {
		kind: 'usable',
		state: { version: VERSION, fingerprint, startedFrom: started, checkpoint },
	};
}
