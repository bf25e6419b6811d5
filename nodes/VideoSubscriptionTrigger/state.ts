import { createHash } from 'crypto';
import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { parse, serialize } from './checkpoint/codec';

/** The state that n8n saves between polls: JSON without secrets, at most about 100 KB (docs/trigger.md). */
export interface State extends IDataObject {
	version: number;
	/** A hash of event, filters and account. The checkpoint is valid only for these. */
	fingerprint: string;
	/** Start From in seconds since the epoch; null for the time of publishing. */
	startedFrom: number | null;
	/** The serialized checkpoint of the event. */
	checkpoint: string;
	/** A hash of the checkpoint. */
	digest: string;
}

/** Converts a checkpoint to the next version. */
export type Upgrade = (checkpoint: IDataObject) => IDataObject;

/** The first version that can be read. Earlier states, of unreleased versions, are discarded. */
const FIRST_VERSION = 7;

const withRound = (ids: unknown, round: number): Array<[unknown, number]> =>
	ids instanceof Set || ids instanceof Map ? [...ids.keys()].map((id) => [id, round]) : [];

/** Version 8 saves the latest round of each customer, in place of a set of customers for each round. */
const withRounds: Upgrade = ({ missing, ...checkpoint }) => {
	const { lists } = checkpoint;
	if (!Array.isArray(lists)) return { missing, ...checkpoint };
	const entries: unknown[] = lists;
	const upgraded = entries.filter(isObject).map(({ name, ...sets }, list) => {
		const left = missing instanceof Map ? [...missing].filter(([, of]) => of === list) : [];
		const oldestFirst = [new Map(left), sets.unseenLastRound, sets.unseenThisRound, sets.present];
		const rounds = oldestFirst.flatMap((ids, index) => withRound(ids, index + 1));
		return { name, round: oldestFirst.length, listedIn: new Map(rounds) };
	});
	return { ...checkpoint, lists: upgraded };
};

/** The upgrades from {@link FIRST_VERSION} on, one for each version. CONTRIBUTING.md says how to add one. */
const UPGRADES: Upgrade[] = [withRounds];

/** Returns a hash of a value, in 64 hexadecimal digits. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export async function stateOf(
	fingerprint: string,
	startedFrom: number | null,
	checkpoint: unknown,
	upgrades = UPGRADES,
): Promise<State> {
	const version = FIRST_VERSION + upgrades.length;
	const serialized = await serialize(checkpoint);
	return { version, fingerprint, startedFrom, checkpoint: serialized, digest: hashOf(serialized) };
}

/**
 * Reads a saved state and upgrades it to the present version.
 *
 * @returns its checkpoint in the present version; `undefined` for a state that is damaged, or older than the first
 *   released version
 * @throws UserError for a state that a later version of the package has saved
 */
export async function readState(saved: unknown, upgrades = UPGRADES) {
	const { version, fingerprint, startedFrom, checkpoint, digest } = isObject(saved) ? saved : {};
	if (!Number.isInteger(version) || Number(version) < FIRST_VERSION) return undefined;
	const steps = Number(version) - FIRST_VERSION;
	if (steps > upgrades.length) {
		throw new UserError('A later version of this package saved what the trigger knows', {
			description:
				'Install that version again. Or replace this node with a new trigger node, which starts from now.',
		});
	}
	if (digest !== hashOf(checkpoint)) return undefined;
	const parsed = await parse(String(checkpoint));
	if (!isObject(parsed)) return undefined;
	return {
		fingerprint: String(fingerprint),
		startedFrom: typeof startedFrom === 'number' ? startedFrom : null,
		checkpoint: upgrades.slice(steps).reduce((old, upgrade) => upgrade(old), parsed),
	};
}
