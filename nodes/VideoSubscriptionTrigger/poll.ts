import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { asNodeError } from '../shared/http/nodeErrors';
import { flattenRecord } from '../shared/operation/flatten';
import type { EventSource, Happening, Outcome } from './core/event';
import { type State, usableState, VERSION } from './core/state';
import { events, type EventType } from './events';
import { ServiceReader } from './reader';
import { readSettings, type Settings } from './settings';

/** Records that a manual test shows. */
const SAMPLE_SIZE = 10;

/** What n8n gives to a poll where it does not tell. */
const DEFAULT_BUDGET_MS = 300_000;

/** Registrations that have polled before: n8n makes a new context whenever it starts a trigger. */
const knownContexts = new WeakSet<IPollFunctions>();

/** Contexts and states of polls under way. Both are new after a restart, so nothing stays locked. */
const underWay = new WeakSet<object>();

/**
 * Places of triggers that were published a moment ago. The durable engine does not keep what the
 * poll of the activation stores when nothing is emitted; its first scheduled poll finds it here.
 */
const activations = new Map<string, State>();

function budgetOf(context: IPollFunctions): number {
	// Absent in older versions of n8n.
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function timestamp(seconds: number): string {
	return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function toItem(event: EventType, happening: Happening): INodeExecutionData {
	const { entry, at, key = entry.id, details } = happening;
	return {
		json: {
			...flattenRecord(entry.row),
			event: { id: `${event}:${key}`, type: event, occurredAt: timestamp(at), ...details },
		},
	};
}

function toItems(event: EventType, happenings: Happening[]): INodeExecutionData[][] | null {
	return happenings.length > 0 ? [happenings.map((one) => toItem(event, one))] : null;
}

/** Real records in the shape of production; no state is read or written. */
async function showSample(context: IPollFunctions, settings: Settings, reader: ServiceReader) {
	const { event, choice } = settings;
	const { nothing, sample } = events[event];
	const happenings = await sample(reader, choice, SAMPLE_SIZE);
	if (happenings.length > 0) return toItems(event, happenings);
	throw new NodeOperationError(context.getNode(), nothing.message, {
		description: nothing.description,
	});
}

/** A fault that passes by itself, unlike a key or address that a person must mend. */
function isPassing(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? NaN);
	// Without a status there was no connection: what the person chose was checked before.
	return Number.isNaN(status) || status === 429 || status >= 500;
}

async function advance(
	source: EventSource,
	reader: ServiceReader,
	{ choice, from }: Settings,
	place: object | undefined,
): Promise<Outcome<object>> {
	if (place) return await source.poll(reader, choice, place);
	const start = await source.start(reader, choice, from);
	return from === undefined
		? { happenings: [], place: start }
		: await source.poll(reader, choice, start);
}

function activationKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** What the durable engine lost between the activation and its first scheduled poll, if anything. */
function handedOver(context: IPollFunctions, { fingerprint, from }: Settings): State | undefined {
	const isScheduledByDurableEngine =
		context.getActivationMode() === 'update' && budgetOf(context) < DEFAULT_BUDGET_MS;
	return isScheduledByDurableEngine
		? usableState(activations.get(activationKey(context)), fingerprint, from)
		: undefined;
}

async function pollOnce(
	context: IPollFunctions,
	settings: Settings,
	reader: ServiceReader,
	data: IDataObject,
) {
	const { event, fingerprint, from } = settings;
	const isFirst = data.state === undefined;
	const state = isFirst
		? handedOver(context, settings)
		: usableState(data.state, fingerprint, from);
	const { happenings, place } = await advance(events[event], reader, settings, state?.place);
	const startedFrom = state ? state.startedFrom : (from ?? null);
	const next: State = { version: VERSION, fingerprint, startedFrom, place };
	// The only write, after everything that can fail, and of a whole value.
	data.state = next;
	if (!isFirst) activations.delete(activationKey(context));
	else if (budgetOf(context) >= DEFAULT_BUDGET_MS) activations.set(activationKey(context), next);
	return toItems(event, happenings);
}

/** n8n may start a poll while the one before is still under way, on the same state. */
async function unlessUnderWay<T>(keys: object[], work: () => Promise<T>): Promise<T | null> {
	if (keys.some((key) => underWay.has(key))) return null;
	for (const key of keys) underWay.add(key);
	try {
		return await work();
	} finally {
		for (const key of keys) underWay.delete(key);
	}
}

type Start = 'restart' | 'publishing';

/** What n8n is doing when this is the first poll of a registration; `undefined` for all later ones. */
function startOf(context: IPollFunctions): Start | undefined {
	if (knownContexts.has(context)) return undefined;
	knownContexts.add(context);
	const isRestart = ['init', 'leadershipChange'].includes(context.getActivationMode());
	return isRestart ? 'restart' : 'publishing';
}

/** n8n shows only the message of what keeps a trigger from being published: the remedy joins it. */
function withRemedy(error: unknown): unknown {
	if (error instanceof NodeApiError && error.description) {
		error.message = `${error.message}. ${error.description}`;
	}
	return error;
}

/**
 * One poll: what is new since the last one, oldest first, or null.
 *
 * @throws NodeApiError with cause and remedy when the service cannot be read, the state untouched;
 *   but at a restart of n8n a fault that passes is logged instead, since n8n would never poll again
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const start = isManual ? undefined : startOf(context);
	const settings = await asNodeError(context, async () => await readSettings(context));
	const reader = new ServiceReader(context, settings.baseUrl, budgetOf(context));
	if (isManual) return await showSample(context, settings, reader);
	const data = context.getWorkflowStaticData('node');
	const work = unlessUnderWay([context, data], async () => {
		return await asNodeError(context, async () => {
			return await pollOnce(context, settings, reader, data);
		});
	});
	return await work.catch(async (error: unknown) => {
		if (start === 'publishing') return await Promise.reject(withRemedy(error));
		if (start !== 'restart' || !isPassing(error)) return await Promise.reject(error);
		const { name } = context.getNode();
		context.logger.warn(`${name}: ${error.message}. The next poll tries again.`);
		return null;
	});
}
