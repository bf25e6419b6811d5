import { isObject } from '../../shared/json';

/** What is saved between polls: JSON, without any secret, and less than 64 KB for any account. */
export interface State {
	version: typeof VERSION;
	/** Of event, filters and account: a place belongs to these and no others. */
	fingerprint: string;
	/** Seconds. The moment that the person named to start from; null for the moment of activation. */
	startedFrom: number | null;
	place: object;
}

/** Raised when a place of before cannot be read any more. */
export const VERSION = 1;

/**
 * The saved state, if it can be gone on with.
 *
 * @param saved what n8n kept
 * @param fingerprint of what the person chose now
 * @param from the moment to start from, in seconds; a newly named or earlier one starts afresh
 */
export function usableState(
	saved: unknown,
	fingerprint: string,
	from: number | undefined,
): State | undefined {
	if (!isObject(saved) || saved.version !== VERSION || saved.fingerprint !== fingerprint) {
		return undefined;
	}
	const { startedFrom, place } = saved;
	if (!isObject(place)) return undefined;
	const started = typeof startedFrom === 'number' ? startedFrom : null;
	const isExtended = from !== undefined && (started === null || started > from);
	return isExtended ? undefined : { version: VERSION, fingerprint, startedFrom: started, place };
}
