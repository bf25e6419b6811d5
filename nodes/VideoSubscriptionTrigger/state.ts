import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { parse, serialize } from './checkpoint/codec';
import type { EventType } from './events';

/** What n8n saves between polls: JSON without any secret, at most some 100 KB (docs/trigger.md). */
export interface State extends IDataObject {
	version: number;
	/** Of event, filters and account: a checkpoint belongs to these and no others. */
	fingerprint: string;
	/** Seconds since the epoch: the Start From that the person chose; null for the moment of publishing. */
	startedFrom: number | null;
	/** The serialized checkpoint of the event. */
	checkpoint: string;
}

/** Turns a checkpoint of one version into one of the next. */
export type Upgrade = (checkpoint: IDataObject, event: EventType) => IDataObject;

/** The version that package 0.1.0 saves. States of unreleased versions before it start afresh. */
const FIRST_VERSION = 6;

/** From {@link FIRST_VERSION} on, one upgrade for each later version. CONTRIBUTING.md says how one is added. */
const UPGRADES: Upgrade[] = [];

export async function stateOf(
	fingerprint: string,
	startedFrom: number | null,
	checkpoint: unknown,
	upgrades = UPGRADES,
): Promise<State> {
	const version = FIRST_VERSION + upgrades.length;
	return { version, fingerprint, startedFrom, checkpoint: await serialize(checkpoint) };
}

/** A saved state, its checkpoint as the present version has it. */
export interface ReadState {
	fingerprint: string;
	startedFrom: number | null;
	checkpoint: IDataObject;
}

/**
 * Reads a saved state and upgrades it to the present version.
 *
 * @returns `undefined` for a state that is damaged, or older than the first released version
 * @throws UserError for a state that a later version of the package has saved
 */
export async function readState(
	saved: unknown,
	event: EventType,
	upgrades = UPGRADES,
): Promise<ReadState | undefined> {
	const { version, fingerprint, startedFrom, checkpoint } = isObject(saved) ? saved : {};
	if (!Number.isInteger(version) || Number(version) < FIRST_VERSION) return undefined;
	const steps = Number(version) - FIRST_VERSION;
	if (steps > upgrades.length) {
		throw new UserError('A later version of this package saved what the trigger knows', {
			description:
				'Install that version again. Or put a new trigger node in the place of this one: it starts from now.',
		});
	}
	const parsed = await parse(String(checkpoint)).catch(() => undefined);
	if (!isObject(parsed)) return undefined;
	return {
		fingerprint: String(fingerprint),
		startedFrom: typeof startedFrom === 'number' ? startedFrom : null,
		checkpoint: upgrades.slice(steps).reduce((old, upgrade) => upgrade(old, event), parsed),
	};
}
