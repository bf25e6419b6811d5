import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeApiError,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import { asNodeError } from '../shared/client/errors';
import { isTextSafe, outputMode, type Projection, projection } from '../shared/output/projection';
import { safeRow } from '../shared/output/safeRecord';
import { keptOf } from './changes';
import { readConfig, type TriggerConfig } from './config';
import { events } from './events';
import { byTime, type TriggerEvent } from './events/event';
import type { EventType } from './events/types';
import { DEFAULT_BUDGET_MS, MAX_EVENTS_PER_EXECUTION } from './pollBudget';
import { type PollReason, processMemory } from './processMemory';
import { ServiceReader } from './serviceReader';
import { type Before, Searching } from './searching';
import { readState, stateOf } from './state';

/*
 * Time and waiting, in eight sentences:
 *
 * 1. Times of records are in seconds by the service's clock: the `Date` of its latest response (serviceClock.ts).
 * 2. A record is new when it was created since the start of the window, which is ten minutes or more before the latest scan,
 *    and its ID is not among the seen ones (checkpoint/window.ts).
 * 3. A video that has not reached its milestone waits with one time, at which it is looked up next (events/videos/waiting.ts).
 * 4. The state has one queue of events, oldest first, and for each chosen event its settings and where its search continues
 *    (state.ts); Product Added and Product Removed share one search.
 * 5. A poll that finds events in the queue delivers as many as start one execution and reads nothing, so that they do not
 *    wait for the service; only an event that a person has just added begins at once.
 * 6. Any other poll lets one search after another read, beginning with the one for which the latest poll had no time, and
 *    fails as a whole if one fails (searching.ts).
 * 7. A poll begins no request after 60 % of the time that n8n gives it, nor a search beyond Requests per Poll, and the next
 *    poll continues (pollBudget.ts).
 * 8. A state has the time of this machine at which a poll left it, and the newest counts unless n8n may have discarded its
 *    events (processMemory.ts).
 */

/** The most events that Fetch Test Event shows: enough to see how they differ, and few to act on by accident. */
export const SAMPLE_SIZE = 10;

/** One poll of a trigger. */
class Poll {
	/** By event, the projection of its records. */
	private readonly projections: Map<EventType, Projection>;

	/** Whether items are the records as the service sent them, to which only `event` is added. */
	private readonly isRaw: boolean;

	private readonly isSafe: boolean;

	constructor(
		private readonly context: IPollFunctions,
		private readonly config: TriggerConfig,
		private readonly reader: ServiceReader,
	) {
		this.projections = new Map(
			this.types.map((type) => [type, projection(context, events[type].record)]),
		);
		this.isRaw = outputMode(context) === 'raw';
		this.isSafe = isTextSafe(context);
	}

	/** The chosen events. */
	private get types(): EventType[] {
		return this.config.searches.flatMap(({ config }) => config.types);
	}

	/** @param behind how many events wait after this execution */
	private toItem(
		{ type, entry, at, key, fieldsBefore, fieldsAfter = {} }: TriggerEvent,
		behind: number,
	): INodeExecutionData {
		const { account, eventsPerExecution } = this.config;
		const occurredAt = `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
		const waiting = eventsPerExecution === undefined ? {} : { waiting: behind };
		const event = { id: `${type}:${key}:${account}`, type, occurredAt, ...waiting };
		const record = this.projections.get(type)?.(entry.row, fieldsBefore);
		const after = this.isSafe ? safeRow(fieldsAfter) : fieldsAfter;
		return { json: { ...record, ...(this.isRaw ? {} : after), event } };
	}

	/** Returns existing records as production items: of each chosen event the newest. Reads and writes no state. */
	async sample(): Promise<INodeExecutionData[][]> {
		const found: Array<{ event: TriggerEvent; rank: number }> = [];
		for (const { config } of this.config.searches) {
			for (const type of config.types) {
				this.reader.beginSearch();
				const sampled = await events[type].sample(this.reader, config);
				const newestFirst = sampled.sort(byTime).reverse();
				found.push(...newestFirst.map((event, rank) => ({ event: { ...event, type }, rank })));
			}
		}
		// The newest of each event first, then the second one of each.
		found.sort((a, b) => a.rank - b.rank || byTime(b.event, a.event));
		const shown = found.slice(0, Math.min(SAMPLE_SIZE, this.batchSize)).map(({ event }) => event);
		if (shown.length > 0) {
			return [
				shown
					.sort(byTime)
					.reverse()
					.map((event) => this.toItem(event, 0)),
			];
		}
		await this.assertChosenExist();
		throw this.nothingToShow();
	}

	/** Returns the error of a test in an account that has none of the records. */
	private nothingToShow(): NodeOperationError {
		const kinds = [...new Set(this.types.map((type) => events[type].record))];
		const names = kinds.map((kind) =>
			kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
		);
		const hints = this.types.map((type) => events[type].emptyHint);
		return new NodeOperationError(
			this.context.getNode(),
			`There is no ${names.join(' or ')} to show yet`,
			{ description: hints.join(' ') },
		);
	}

	/**
	 * Checks that the chosen product and videos exist. A video that is deleted after publishing does not stop the
	 * trigger: a poll logs a warning.
	 *
	 * @throws UserError when one does not exist
	 */
	private async assertChosenExist(): Promise<void> {
		const { config, reader } = this;
		const paths = config.searches.flatMap(({ config: { product, videos = [] } }) => [
			...(product === undefined ? [] : [`product ${product}`]),
			...videos.map((id) => `video ${id}`),
		]);
		for (const chosen of new Set(paths)) {
			const [kind, id] = chosen.split(' ');
			if (!reader.budget.has()) continue;
			if (!(await reader.record(`/${kind}s/${id}`)).isGone) continue;
			throw new UserError(`There is no ${chosen}`, {
				description: `Choose a ${kind} that exists: this one may have been deleted, or belong to another account.`,
			});
		}
	}

	/** Reads a state as far as it counts, and logs what begins again because of what. */
	private async resume(saved: unknown, isRestored: boolean): Promise<Before> {
		if (saved === undefined) return { places: {}, queue: [], added: this.types, isRestored };
		const { settings, from } = this.config;
		const { log, ...before } = keptOf(await readState(saved), settings, from);
		for (const sentence of log) this.reader.warn(sentence);
		return { ...before, isRestored };
	}

	/** The most events of one execution. */
	private get batchSize(): number {
		return this.config.eventsPerExecution ?? MAX_EVENTS_PER_EXECUTION;
	}

	/** Returns the items of the oldest events since the saved state, or null when there are none. */
	async run(reason: PollReason): Promise<INodeExecutionData[][] | null> {
		const { context, config, reader } = this;
		const data = context.getWorkflowStaticData('node');
		const resumed = processMemory.resume(context, data, reason);
		if (!resumed) return null;
		const before = await this.resume(resumed.state, resumed.isRestored);
		const searching = new Searching(config, reader, before);
		if (reason === 'publishing' || searching.isBeginning) await this.assertChosenExist();
		const { queue, places, next, added } = await searching.run();
		queue.sort(byTime);
		const batch = queue.splice(0, this.batchSize);
		const leftAt = processMemory.nextLeftAt(context, data.state);
		// An event for which there was no time is added by the next poll.
		const begun = Object.entries(config.settings.events).filter(
			([type]) => !added.some((one) => one === type),
		);
		const settings = { ...config.settings, events: Object.fromEntries(begun) };
		const state = await stateOf({ settings, leftAt }, { places, queue, next });
		const isLate = reader.budget.isExceeded;
		// The state is replaced as a whole, and only after everything that can fail.
		data.state = state;
		const isDelivering = batch.length > 0;
		processMemory.keep(
			context,
			state,
			isDelivering ? { before: resumed.state, isLate } : undefined,
		);
		return isDelivering ? [batch.map((event) => this.toItem(event, queue.length))] : null;
	}
}

/** Adds the remedy to the message, the only part that n8n shows of an error while publishing. */
function withRemedy(error: unknown): unknown {
	if (error instanceof NodeApiError && error.description) {
		error.message = `${error.message}. ${error.description}`;
	}
	return error;
}

/** Does the work of a poll. */
async function pollFor(context: IPollFunctions, reason: PollReason | 'manual') {
	const config = await readConfig(context);
	const isScheduled = reason === 'scheduled' || reason === 'restart';
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const reader = new ServiceReader(context, config.baseUrl, budgetMs, isScheduled);
	const poll = new Poll(context, config, reader);
	if (reason === 'manual') return await poll.sample();
	return await poll.run(reason);
}

/** Logs an error at a restart of n8n, which would end the trigger in silence if it were thrown. */
function logRestartError(context: IPollFunctions, error: unknown): null {
	const { message, description } = errorTexts(error);
	const remedy = description ? `${description} ` : '';
	context.logger.warn(`${context.getNode().name}: ${message}. ${remedy}The next poll tries again.`);
	return null;
}

/** Returns the texts of an error. */
function errorTexts(error: unknown): { message: string; description?: string | null | undefined } {
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: { message: String(error) };
}

/**
 * Runs one poll.
 *
 * @returns the items of new events, oldest first, or null when there are none
 * @throws NodeApiError with cause and remedy when the service cannot be read; the state does not change. At a restart of
 *   n8n any error is logged instead, because n8n would never poll again: the next scheduled poll throws it.
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const work = async (reason: PollReason | 'manual') =>
		await asNodeError(context, async () => await pollFor(context, reason));
	if (context.getMode() === 'manual') return await work('manual');
	const reason = processMemory.reasonOf(context);
	try {
		return await processMemory.runExclusive(context, reason, async () => await work(reason));
	} catch (error) {
		if (reason === 'restart') return logRestartError(context, error);
		throw reason === 'publishing' ? withRemedy(error) : error;
	}
}
