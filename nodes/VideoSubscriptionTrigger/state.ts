import { createHash } from 'crypto';
import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/data/json';
import { parse, serialize } from './checkpoint/codec';
import type { TriggerEvent } from './events/event';

/** What a person has set. With another event, filter or account, a saved trigger starts again. Contains no secret. */
export interface TriggerSettings {
	event: string;
	/** By name, the filters that have a value. */
	filters: Record<string, unknown>;
	baseUrl: string;
	/** The ID of the credential. */
	credential: string;
}

/** What a trigger remembers between polls. */
export interface TriggerData {
	/** What the event remembers. */
	checkpoint: unknown;
	/** The events that were found and have not started the workflow yet, oldest first. */
	queue: TriggerEvent[];
}

/** The state that n8n saves between polls: JSON without secrets (docs/trigger-operations.md, What it costs). */
export interface State extends IDataObject {
	version: number;
	settings: TriggerSettings;
	/** Start From in seconds since the epoch; null for the time of publishing. */
	startedFrom: number | null;
	/** When a poll left the state, in milliseconds since the epoch. Later states have later times. */
	leftAt: number;
	/** The serialized {@link TriggerData}. */
	data: string;
	/** A hash of `data`. */
	digest: string;
}

/** A saved state that was read. */
interface SavedState extends TriggerData {
	startedFrom: number | null;
	/** Returns what a person has changed since the state was saved, in words. */
	changesTo(settings: TriggerSettings): string[];
}

/** The version of the saved state. CONTRIBUTING.md says how to change what is saved. */
const VERSION = 2;

/** Returns a hash of a value, in 64 hexadecimal digits. */
export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Returns the state that n8n saves. */
export async function stateOf(
	header: { settings: TriggerSettings; startedFrom: number | null; leftAt: number },
	{ checkpoint, queue }: TriggerData,
): Promise<State> {
	const data = await serialize({ checkpoint, queue });
	return { version: VERSION, ...header, data, digest: hashOf(data) };
}

const shown = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));

/** Returns what differs between the settings of a saved state and the present ones, in words. */
function changesOf(
	saved: IDataObject,
	{ event, filters, baseUrl, credential }: TriggerSettings,
): string[] {
	const before = isObject(saved.filters) ? saved.filters : {};
	const names = [...new Set([...Object.keys(before), ...Object.keys(filters)])].sort();
	const values: Array<[string, unknown, unknown]> = [
		['Trigger On', saved.event, event],
		...names.map((name): [string, unknown, unknown] => [
			`the filter "${name}"`,
			before[name],
			filters[name],
		]),
		['the Base URL', saved.baseUrl, baseUrl],
		['the ID of the credential', saved.credential, credential],
	];
	return values
		.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is))
		.map(([name, was, is]) => `${name} was ${shown(was)} and is ${shown(is)}`);
}

/** Returns the hash that states of version 1 have in place of the settings. */
function hashOfVersion1({ event, filters, baseUrl, credential }: TriggerSettings): string {
	// Customer Created had a filter for the status, which was "all" unless a person chose one.
	const all = event === 'customerCreated' ? { status: 'all' } : {};
	const chosen = Object.entries({ ...filters, ...all });
	return hashOf([event, chosen, [baseUrl, credential]]).slice(0, 32);
}

/** Reads serialized data; `undefined` when they are damaged. */
async function readData(serialized: unknown, digest: unknown): Promise<IDataObject | undefined> {
	if (typeof serialized !== 'string' || digest !== hashOf(serialized)) return undefined;
	const data = await parse(serialized);
	return isObject(data) ? data : undefined;
}

/** Reads a state of version 1, which has no queue and does not say what it was saved for. */
async function readVersion1({ fingerprint, checkpoint: saved, digest }: IDataObject) {
	const checkpoint = await readData(saved, digest);
	const change = 'the event, a filter, the Base URL or the credential is another one';
	const changesTo = (settings: TriggerSettings) =>
		fingerprint === hashOfVersion1(settings) ? [] : [change];
	return checkpoint && { checkpoint, queue: [], changesTo };
}

/** The digest has shown that the data are as this package left them. */
const isQueue = (value: unknown): value is TriggerEvent[] => Array.isArray(value);

/** Reads a state of the present version. */
async function readVersion2({ settings: saved, data: serialized, digest }: IDataObject) {
	const data = await readData(serialized, digest);
	if (!data || !isObject(saved)) return undefined;
	const changesTo = (settings: TriggerSettings) => changesOf(saved, settings);
	const { checkpoint, queue } = data;
	return isQueue(queue) ? { checkpoint, queue, changesTo } : undefined;
}

/**
 * Reads a saved state.
 *
 * @returns `undefined` for a state that is damaged
 * @throws UserError for a state of a version that this package does not know
 */
export async function readState(saved: unknown): Promise<SavedState | undefined> {
	const state = isObject(saved) ? saved : {};
	const { version, startedFrom: from } = state;
	if (Number.isInteger(version) && version !== 1 && version !== VERSION) {
		throw new UserError("Another version of this package saved the trigger's state", {
			description: `This one reads versions 1 and ${VERSION} of the state, and not version ${String(version)}. Install the version of the package that saved it. Or replace the trigger with a new trigger node under another name: it starts from now.`,
		});
	}
	const read = await (version === 1 ? readVersion1(state) : readVersion2(state));
	return read && { ...read, startedFrom: typeof from === 'number' ? from : null };
}
