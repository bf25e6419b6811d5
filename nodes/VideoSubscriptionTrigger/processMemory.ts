import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/concurrency/clock';
import { isObject } from '../shared/data/json';
import { DEFAULT_BUDGET_MS } from './pollBudget';
import type { State } from './state';

/*
 * How n8n's schedulers call a poll, and what they do with its state:
 *
 *                      In memory                    Durable polls                 Durable cursors
 *   context            one for each registration    a new one for each poll       a new one for each poll
 *   passes             what the latest poll of      what the workflow's static    the node's cursor
 *                      the registration left        data has
 *   saves              the static data of the       the static data of the        the cursor, with the
 *                      whole workflow, with events  whole workflow, with events   events or without
 *   discards events    when the registration was    when the workflow was         then, and when cursor and
 *                      replaced during the poll     unpublished during the poll,  events cannot be written
 *                                                   or the poll took too long     together
 *
 * So a passed state can be older than what this process knows: n8n did not save the state of a poll without events, another
 * trigger of the workflow put back the static data that it had loaded, the workflow is registered twice, or two polls began
 * together. Each state therefore has the time at which it was left, and the newest one counts, unless n8n may have discarded
 * its events.
 */

/** The reason for a poll: a schedule, a person who publishes, or n8n, which registers published workflows again. */
export type PollReason = 'scheduled' | 'publishing' | 'restart';

/**
 * How long n8n may take to save the cursor of a poll, which takes it one transaction. Polls are a minute apart, so that only
 * the second one of the same time meets a cursor that is not saved yet.
 */
const SAVING_MS = 5000;

/** What this process knows of a trigger. */
interface TriggerMemory {
	/** The state that the latest poll left. */
	newest: State;
	/** The events of that poll, until n8n has accepted them for certain. */
	batch?: { before: unknown; isLate: boolean; endedAt: number } | undefined;
}

/** Returns the time at which a poll left a state, in milliseconds; 0 when there is none. */
function leftAtOf(state: unknown): number {
	const { leftAt } = isObject(state) ? state : {};
	return typeof leftAt === 'number' ? leftAt : 0;
}

const laterOf = (state: unknown, alternative: unknown): unknown =>
	leftAtOf(state) > leftAtOf(alternative) ? state : alternative;

/** Whether n8n keeps a node's data in the static data of the workflow, which it watches for changes, and not in a cursor. */
const isStaticData = (data: IDataObject): boolean => '__dataChanged' in data;

/**
 * What this process knows of its triggers. The trigger works without it after a restart. In queue mode only the main process
 * polls. Two main processes that poll one trigger at a time know nothing of each other's polls: the events of both are
 * delivered, with the same IDs.
 */
class ProcessMemory {
	/** The contexts that have polled, until n8n drops them. */
	private readonly polled = new WeakSet<IPollFunctions>();

	/** By trigger, the poll that is running. */
	private readonly running = new Map<string, Promise<unknown>>();

	private readonly memories = new Map<string, TriggerMemory>();

	/** Identifies a trigger. A node that was renamed has lost its static data, and begins again in each process. */
	private keyOf(context: IPollFunctions): string {
		const { id, name } = context.getNode();
		return [context.getWorkflow().id, id, name].join();
	}

	/**
	 * Returns the reason for a poll. Publishing another version of a published workflow has the mode `update`, as each poll of
	 * the durable schedulers, which have another time budget.
	 */
	reasonOf(context: IPollFunctions): PollReason {
		const mode = context.getActivationMode();
		const isBounded = (context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS) !== DEFAULT_BUDGET_MS;
		const isFirst = !this.polled.has(context);
		this.polled.add(context);
		if (!isFirst || (mode === 'update' && isBounded)) return 'scheduled';
		return mode === 'init' || mode === 'leadershipChange' ? 'restart' : 'publishing';
	}

	/** Runs `work` when no other poll of the trigger is running. A scheduled poll is skipped then, any other one waits. */
	async runExclusive<T>(
		context: IPollFunctions,
		reason: PollReason,
		work: () => Promise<T>,
	): Promise<T | null> {
		const key = this.keyOf(context);
		for (let other = this.running.get(key); other; other = this.running.get(key)) {
			if (reason === 'scheduled') return null;
			await other.catch(() => {});
		}
		const running = work();
		this.running.set(key, running);
		try {
			return await running;
		} finally {
			this.running.delete(key);
		}
	}

	/**
	 * Returns the state to poll from: the newest one whose events n8n has not discarded.
	 *
	 * @returns `undefined` while n8n may still be saving the state of the latest poll; `isRestored` when the state may be from
	 *   before the latest polls of another process, or of this one before a restart
	 */
	resume(context: IPollFunctions, data: IDataObject, reason: PollReason) {
		const passed = data.state;
		const memory = this.memories.get(this.keyOf(context));
		if (!memory || leftAtOf(passed) > memory.newest.leftAt) {
			return { state: passed, isRestored: true };
		}
		const { newest, batch } = memory;
		const isSaved = leftAtOf(passed) === newest.leftAt;
		const isAccepted =
			isSaved || (isStaticData(data) && reason === 'scheduled' && batch?.isLate !== true);
		if (isAccepted) memory.batch = undefined;
		if (!batch || isAccepted) return { state: newest, isRestored: false };
		const isScheduled = reason === 'scheduled' && !batch.isLate;
		if (isScheduled && clock.monotonic() - batch.endedAt < SAVING_MS) return undefined;
		return { state: laterOf(passed, batch.before), isRestored: false };
	}

	/** Returns the time of the next state, in milliseconds: later than of all earlier ones, also when the clock is put back. */
	nextLeftAt(context: IPollFunctions, passed: unknown): number {
		const newest = this.memories.get(this.keyOf(context))?.newest;
		return Math.max(clock.now(), leftAtOf(newest) + 1, leftAtOf(passed) + 1);
	}

	/**
	 * Keeps the state that a poll left.
	 *
	 * @param events the state before the poll, when it found events, and whether it took longer than n8n allows
	 */
	keep(
		context: IPollFunctions,
		newest: State,
		events?: { before: unknown; isLate: boolean },
	): void {
		const batch = events && { ...events, endedAt: clock.monotonic() };
		this.memories.set(this.keyOf(context), { newest, batch });
	}
}

export const processMemory = new ProcessMemory();
