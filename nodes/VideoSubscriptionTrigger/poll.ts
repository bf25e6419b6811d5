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
import { MAX_EVENTS_PER_EXECUTION, readConfig, type TriggerConfig } from './config';
import { type PollReason, processMemory } from './processMemory';
import { events } from './events';
import { byTime, type EventSource, type PollResult, type TriggerEvent } from './events/event';
import { DEFAULT_BUDGET_MS } from './pollBudget';
import { ServiceReader } from './serviceReader';
import { readState, stateOf, type TriggerData } from './state';

/*
 * Time and waiting, in six sentences:
 *
 * 1. Times of records are in seconds by the service's clock: the `Date` of its latest response (serviceClock.ts).
 * 2. A record is new when it was created since the start of the window, which is ten minutes or more before the latest scan,
 *    and its ID is not among the seen ones (checkpoint/window.ts).
 * 3. A video that has not reached its milestone waits with one time, at which it is looked up next (events/videos/waiting.ts).
 * 4. A poll begins no request after 60 % of the time that n8n gives it, nor beyond Requests per Poll, and the next poll
 *    continues (pollBudget.ts).
 * 5. The events that a poll finds go into a queue, oldest first, of which each poll delivers as many as start one execution.
 * 6. A state has the time of this machine at which a poll left it, and the newest counts unless n8n may have discarded its
 *    events (processMemory.ts).
 */

/** The most events that Fetch Test Event shows: enough to see how they differ, and few to act on by accident. */
const SAMPLE_SIZE = 10;

/**
 * The number of waiting events with which a poll reads nothing: the largest execution is full without more. It keeps the
 * state of a flood small, which otherwise grows with every poll.
 */
const ENOUGH_WAITING = MAX_EVENTS_PER_EXECUTION;

/** One poll of a trigger. */
class Poll {
	private readonly source: EventSource;

	private readonly project: Projection;

	/** Whether items are the records as the service sent them, to which only `event` is added. */
	private readonly isRaw: boolean;

	private readonly isSafe: boolean;

	constructor(
		private readonly context: IPollFunctions,
		private readonly config: TriggerConfig,
		private readonly reader: ServiceReader,
	) {
		this.source = events[config.event];
		this.project = projection(context, this.source.record);
		this.isRaw = outputMode(context) === 'raw';
		this.isSafe = isTextSafe(context);
	}

	/** @param behind how many events wait after this execution */
	private toItem(
		{ entry, at, key, fieldsBefore, fieldsAfter = {} }: TriggerEvent,
		behind: number,
	): INodeExecutionData {
		const { event: type, account, eventsPerExecution } = this.config;
		const occurredAt = `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
		const waiting = eventsPerExecution === undefined ? {} : { waiting: behind };
		const event = { id: `${type}:${key}:${account}`, type, occurredAt, ...waiting };
		const record = this.project(entry.row, fieldsBefore);
		const after = this.isSafe ? safeRow(fieldsAfter) : fieldsAfter;
		return { json: { ...record, ...(this.isRaw ? {} : after), event } };
	}

	/** Returns existing records as production items, newest first. Reads and writes no state. */
	async sample(): Promise<INodeExecutionData[][]> {
		const found = (await this.source.sample(this.reader, this.config)).sort(byTime);
		const newestFirst = found.reverse().slice(0, Math.min(SAMPLE_SIZE, this.batchSize));
		if (newestFirst.length > 0) return [newestFirst.map((event) => this.toItem(event, 0))];
		await this.assertChosenExist();
		const name = this.source.record.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
		throw new NodeOperationError(this.context.getNode(), `There is no ${name} to show yet`, {
			description: this.source.emptyHint,
		});
	}

	/**
	 * Checks that the chosen product and videos exist. A video that is deleted after publishing does not stop the
	 * trigger: a poll logs a warning.
	 *
	 * @throws UserError when one does not exist
	 */
	private async assertChosenExist(): Promise<void> {
		const { config, reader } = this;
		const chosen = [
			{ kind: 'product', id: config.product },
			...(config.videos ?? []).map((id) => ({ kind: 'video', id })),
		];
		for (const { kind, id } of chosen) {
			if (id === undefined || !reader.budget.has()) continue;
			if (!(await reader.record(`/${kind}s/${id}`)).isGone) continue;
			throw new UserError(`There is no ${kind} ${id}`, {
				description: `Choose a ${kind} that exists: this one may have been deleted, or belong to another account.`,
			});
		}
	}

	/** Reads a state. When the trigger starts again instead, logs because of what. */
	private async usable(saved: unknown) {
		if (saved === undefined) return undefined;
		const { settings, from } = this.config;
		const state = await readState(saved);
		const changes = state?.changesTo(settings) ?? ["the trigger's saved state can't be read"];
		const isExtended = from !== undefined && from < (state?.startedFrom ?? Infinity);
		if (isExtended) changes.push('Start From is earlier than before, or new');
		if (changes.length === 0) return state;
		const start =
			from === undefined ? ' from now' : ', from Start From unless that is in the future';
		const dropped = state?.queue.length ? ` ${state.queue.length} waiting events are dropped.` : '';
		this.reader.warn(`The trigger starts again${start}, because ${changes.join(', ')}.${dropped}`);
		return undefined;
	}

	/** Returns the first outcome, from Start From on, or from now on when that is in the future. */
	private async begin(): Promise<PollResult<unknown>> {
		const { source, reader, config } = this;
		// Start From is a time of the service, and before its first response the reader has only the time of this machine.
		if (config.from !== undefined) await reader.ensureResponse();
		if (config.from === undefined || config.from > reader.clock.now()) {
			return await source.start(reader, config);
		}
		const started = await source.start(reader, config, config.from);
		const { events, checkpoint } = await source.poll(reader, config, started.checkpoint);
		return { events: [...started.events, ...events], checkpoint };
	}

	/** Finds the events since the saved state, unless enough of them wait already. */
	private async find(before: TriggerData | undefined, isRestored: boolean) {
		const { source, reader, config } = this;
		if (!before) return await this.begin();
		const { checkpoint, queue } = before;
		if (queue.length >= ENOUGH_WAITING) return { events: [], checkpoint };
		return await source.poll(reader, config, checkpoint, isRestored);
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
		const before = await this.usable(resumed.state);
		if (reason === 'publishing' || !before) await this.assertChosenExist();
		const waiting = before?.queue ?? [];
		const found = await this.find(before, resumed.isRestored);
		const queue = [...waiting, ...found.events].sort(byTime);
		const batch = queue.splice(0, this.batchSize);
		const { settings, from = null } = config;
		const startedFrom = before ? before.startedFrom : from;
		const leftAt = processMemory.nextLeftAt(context, data.state);
		const header = { settings, startedFrom, leftAt };
		const next = await stateOf(header, { checkpoint: found.checkpoint, queue });
		const isLate = reader.budget.isExceeded;
		// The state is replaced as a whole, and only after everything that can fail.
		data.state = next;
		const isDelivering = batch.length > 0;
		processMemory.keep(context, next, isDelivering ? { before: resumed.state, isLate } : undefined);
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
