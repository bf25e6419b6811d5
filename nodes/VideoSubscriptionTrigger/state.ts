import { createHash } from 'crypto';
import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { parse, serialize } from './checkpoint/codec';

/** The state that n8n saves between polls: JSON without secrets, at most about 100 KB (docs/trigger-operations.md). */
export interface State extends IDataObject {
	version: number;
	/** A hash of event, filters and account. The checkpoint is valid only for these. */
	fingerprint: string;
	/** Start From in seconds since the epoch; null for the time of publishing. */
	startedFrom: number | null;
	/** When a poll left the state, in milliseconds since the epoch. Later states have later times. */
	leftAt: number;
	/** The serialized checkpoint of the event. */
	checkpoint: string;
	/** A hash of the checkpoint. */
	digest: string;
}

/** The version of the saved state. CONTRIBUTING.md says how to change what is saved. */
const VERSION = 1;

/** Returns a hash of a value, in 64 hexadecimal digits. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Returns the state that n8n saves: a header and the serialized checkpoint. */
export async function stateOf(
	{ fingerprint, startedFrom, leftAt }: Pick<State, 'fingerprint' | 'startedFrom' | 'leftAt'>,
	checkpoint: unknown,
): Promise<State> {
	const serialized = await serialize(checkpoint);
	const header = { version: VERSION, fingerprint, startedFrom, leftAt };
	return { ...header, checkpoint: serialized, digest: hashOf(serialized) };
}

/**
 * Reads a saved state.
 *
 * @returns its checkpoint; `undefined` for a state that is damaged
 * @throws UserError for a state of a version that this package does not know
 */
export async function readState(saved: unknown) {
	const { version, fingerprint, startedFrom, checkpoint, digest } = isObject(saved) ? saved : {};
	if (Number.isInteger(version) && version !== VERSION) {
		throw new UserError("Another version of this package saved the trigger's state", {
			description: `This one reads version ${VERSION} of the state, and not version ${String(version)}. Install the version of the package that saved it. Or replace the trigger with a new trigger node under another name: it starts from now.`,
		});
	}
	if (version !== VERSION || typeof checkpoint !== 'string') return undefined;
	if (digest !== hashOf(checkpoint)) return undefined;
	const parsed = await parse(checkpoint);
	if (!isObject(parsed)) return undefined;
	return {
		fingerprint: String(fingerprint),
		startedFrom: typeof startedFrom === 'number' ? startedFrom : null,
		checkpoint: parsed,
	};
}
