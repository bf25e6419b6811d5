import {
	NodeApiError,
	NodeOperationError,
	UserError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { clock } from '../shared/concurrency/clock';
import { asNodeError } from '../shared/http/nodeErrors';
import { flattenRecord } from '../shared/operation/flatten';
import { simplifyRecord } from '../shared/operation/records';
import { freeze, thaw } from './checkpoint/frozen';
import { readConfig, type TriggerConfig } from './config';
import { events } from './events';
import type { EventSource, Occurrence } from './events/event';
import { ServiceReader } from './serviceReader';
import { readState, type State, stateOf } from './state';

/** Records that a manual test shows. */
const SAMPLE_SIZE = 10;

/** What n8n gives to a poll where it does not tell. */
const DEFAULT_BUDGET_MS = 300_000;

/** Registrations that have polled before: n8n makes a new context whenever it starts a trigger. */
const knownContexts = new WeakSet<IPollFunctions>();

/** Contexts and states of polls under way. Both are new after a restart, so nothing stays locked. */
const underWay = new WeakSet<object>();

/**
 * States of triggers that were published a moment ago. The durable engine does not keep what the
 * poll of the activation stores when nothing is emitted; its first scheduled poll finds it here.
 */
const activations = new Map<string, State>();

/** One poll: where it runs, what the person chose, and how the service is read. */
interface Poll {
	context: IPollFunctions;
	config: TriggerConfig;
	source: EventSource;
	reader: ServiceReader;
	/** Whether a person publishes the workflow now. */
	isPublishing: boolean;
}

function budgetOf(context: IPollFunctions): number {
	// Absent in older versions of n8n.
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function timestamp(seconds: number): string {
	return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

function toItems({ config: { event, account }, source }: Poll, occurrences: Occurrence[]) {
	const items = occurrences.map(
		({ entry, at, key, details }): INodeExecutionData => ({
			json: {
				...simplifyRecord(flattenRecord(entry.row), source.record),
				event: {
					id: `${event}:${key}:${account}`,
					type: event,
					occurredAt: timestamp(at),
					...details,
				},
			},
		}),
	);
	return items.length > 0 ? [items] : null;
}

/** Real records in the shape of production; no state is read or written. */
async function showSample(poll: Poll) {
	const { context, config, source, reader } = poll;
	const occurrences = await source.sample(reader, config, SAMPLE_SIZE);
	if (occurrences.length > 0) return toItems(poll, occurrences);
	const { message, description } = source.nothing;
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** A fault that passes by itself, unlike a key or address that a person must mend. */
function isPassing(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? NaN);
	// Without a status there was no connection: what the person chose was checked before.
	return Number.isNaN(status) || status === 408 || status === 429 || status >= 500;
}

/**
 * A video that was deleted after the publishing must not hold up the others: the reading warns of it.
 *
 * @throws UserError when a product or video that the person chose does not exist
 */
async function refuseMissing({ config, source, reader, isPublishing }: Poll): Promise<void> {
	const products = source.filters.includes('product') ? [config.product] : [];
	const videos = isPublishing ? config.videos : [];
	const chosen = [
		...products.map((id) => ({ kind: 'product', path: '/products', id })),
		...videos.map((id) => ({ kind: 'video', path: '/videos', id })),
	];
	for (const { kind, path, id } of chosen) {
		if (id === undefined || reader.affordable() < 1) continue;
		const { isGone } = await reader.record(`${path}/${id}`);
		if (!isGone) continue;
		throw new UserError(`There is no ${kind} ${id}`, {
			description: `Choose a ${kind} that exists: this one may have been deleted, or belong to another account.`,
		});
	}
}

function activationKey(context: IPollFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** What was saved; for the first scheduled poll of the durable engine, what the activation could not save. */
function savedState({ context }: Poll, data: IDataObject): unknown {
	if (data.state !== undefined) return data.state;
	const isScheduledByDurableEngine =
		context.getActivationMode() === 'update' && budgetOf(context) < DEFAULT_BUDGET_MS;
	return isScheduledByDurableEngine ? activations.get(activationKey(context)) : undefined;
}

/**
 * The saved state, when it can be gone on with: not that of other filters or another account, nor one
 * from before a moment that the person names now.
 */
function loadState(poll: Poll, data: IDataObject): State | undefined {
	const { fingerprint, from } = poll.config;
	const saved = savedState(poll, data);
	if (saved === undefined) return undefined;
	const state = readState(saved);
	if (!state) {
		poll.reader.warn(
			'What was saved by another version, or is damaged, cannot be read. It starts afresh.',
		);
	}
	const isExtended = from !== undefined && from < (state?.startedFrom ?? Infinity);
	return state?.fingerprint === fingerprint && !isExtended ? state : undefined;
}

/** A moment that has not come yet is no earlier one to start from. */
function startMoment({ from }: TriggerConfig): number | undefined {
	return from !== undefined && from <= clock.now() / 1000 ? from : undefined;
}

async function advance({ source, reader, config }: Poll, before: State | undefined) {
	if (before) return await source.poll(reader, config, await thaw(before.checkpoint));
	const from = startMoment(config);
	const start = await source.start(reader, config, from);
	return from === undefined
		? { occurrences: [], checkpoint: start }
		: await source.poll(reader, config, start);
}

async function pollOnce(poll: Poll, data: IDataObject) {
	const { context, config } = poll;
	const isFirst = data.state === undefined;
	const before = loadState(poll, data);
	if (poll.isPublishing || !before) await refuseMissing(poll);
	const { occurrences, checkpoint } = await advance(poll, before);
	const startedFrom = before ? before.startedFrom : (config.from ?? null);
	const next = stateOf(config.fingerprint, startedFrom, await freeze(checkpoint));
	// The only write, after everything that can fail, and of a whole value.
	data.state = next;
	if (!isFirst) activations.delete(activationKey(context));
	else if (budgetOf(context) >= DEFAULT_BUDGET_MS) activations.set(activationKey(context), next);
	return toItems(poll, occurrences);
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
	const config = await asNodeError(context, async () => await readConfig(context));
	const budgetMs = budgetOf(context);
	const reader = new ServiceReader(context, config.baseUrl, budgetMs);
	// The durable engine makes a new context for each of its polls, which have less time.
	const isPublishing = start === 'publishing' && budgetMs >= DEFAULT_BUDGET_MS;
	const source: EventSource = events[config.event];
	const one = { context, config, source, reader, isPublishing };
	if (isManual) return await showSample(one);
	const data = context.getWorkflowStaticData('node');
	const work = unlessUnderWay([context, data], async () => {
		return await asNodeError(context, async () => await pollOnce(one, data));
	});
	return await work.catch(async (error: unknown) => {
		if (start === 'publishing') return await Promise.reject(withRemedy(error));
		if (start !== 'restart' || !isPassing(error)) return await Promise.reject(error);
		reader.warn(`${error.message}. The next poll tries again.`);
		return null;
	});
}
