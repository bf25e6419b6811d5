import type { IPollFunctions } from 'n8n-workflow';

import type { State } from './state';

/**
 * How n8n's schedulers call a poll.
 *
 * In memory: the poll of an activation and all scheduled polls have one context and one state, and polls of one node may
 * overlap. n8n saves the state after the activation and with each event.
 *
 * Durable polls: each scheduled poll has a new context, always with the activation mode `update`, which is also the mode of
 * publishing an active workflow again. With durable cursors, n8n saves the state with each scheduled poll. Without them,
 * each poll gets the state of the latest event, and n8n drops what a poll without events has learnt.
 *
 * No setting of n8n tells the three apart. Only the scheduler in memory polls twice with one context.
 */

/** The reason for a poll. `update` is a scheduled poll of the durable scheduler, or a publishing. */
export type PollReason = 'restart' | 'publishing' | 'update' | 'scheduled';

/** What this process has learnt about a trigger beyond the state that n8n passed to the latest poll. */
interface Learnt {
	/** That state, and the one that the poll left, as text. n8n passes one of the two to the next poll. */
	passed: string;
	left: string;
	/** What to use in place of the passed state. Undefined when nothing but events came after it. */
	state: State | undefined;
}

/** Returns a state as text, to compare it. */
export function textOf(state: unknown): string {
	return JSON.stringify(state ?? null);
}

/** Data about the triggers of this process. The trigger works without it after a restart. */
class ProcessMemory {
	/** The contexts that have polled, until n8n drops them, and those that are polling now. */
	private readonly known = new WeakSet<IPollFunctions>();

	private readonly polling = new WeakSet<IPollFunctions>();

	/** By workflow and node, the triggers that the in-memory scheduler runs. */
	private readonly inMemory = new Set<string>();

	/** By workflow and node. */
	private readonly learnt = new Map<string, Learnt>();

	private triggerKey(context: IPollFunctions): string {
		return `${context.getWorkflow().id}:${context.getNode().id}`;
	}

	reasonOf(context: IPollFunctions): PollReason {
		const key = this.triggerKey(context);
		if (this.known.has(context)) {
			this.inMemory.add(key);
			return 'scheduled';
		}
		this.known.add(context);
		const mode = context.getActivationMode();
		if (mode === 'init' || mode === 'leadershipChange') return 'restart';
		return mode === 'update' && !this.inMemory.has(key) ? 'update' : 'publishing';
	}

	/** Runs `work` unless another poll of the registration is running on the same state. */
	async runExclusive<T>(context: IPollFunctions, work: () => Promise<T>): Promise<T | null> {
		if (this.polling.has(context)) return null;
		this.polling.add(context);
		try {
			return await work();
		} finally {
			this.polling.delete(context);
		}
	}

	/**
	 * Returns what this process has learnt since n8n saved the state that it passes to a poll.
	 *
	 * @returns `isRestored` when n8n may have restored a state from before the latest polls
	 */
	resume(context: IPollFunctions, passed: string) {
		const learnt = this.learnt.get(this.triggerKey(context));
		if (learnt?.left === passed) return { isRestored: false };
		if (learnt?.passed === passed) return { state: learnt.state, isRestored: false };
		return { isRestored: true };
	}

	/**
	 * Keeps the state that a poll has left. A poll with events changes nothing: if n8n passes the same state again, it has
	 * discarded the events, and they have to be found again.
	 */
	keep(context: IPollFunctions, passed: string, next: State, hasEvents: boolean): void {
		const { state } = hasEvents ? this.resume(context, passed) : { state: next };
		this.learnt.set(this.triggerKey(context), { passed, left: textOf(next), state });
	}
}

export const processMemory = new ProcessMemory();
