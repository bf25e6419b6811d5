import type { IPollFunctions } from 'n8n-workflow';

import type { State } from './state';

/**
 * How n8n's schedulers call a poll.
 *
 * The in-memory scheduler calls the poll of an activation and all scheduled polls with one context, and polls of one
 * node may overlap. The durable scheduler makes a new context for each scheduled poll, always with the activation mode
 * `update`, which is also the mode of publishing an active workflow again. The two are distinguished by contexts: only
 * the in-memory scheduler polls twice with the same context. No setting of n8n distinguishes them.
 */

/** The time budget of a poll in milliseconds, for versions of n8n that do not pass one. */
const DEFAULT_BUDGET_MS = 300_000;

/** Returns the time budget of this poll in milliseconds. */
export function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

/** The reason for a poll. `update` is a scheduled poll of the durable scheduler, or a publishing. */
export type Occasion = 'restart' | 'publishing' | 'update' | 'scheduled';

/** Data about the triggers of this process. The trigger works without it after a restart. */
class ProcessMemory {
	/** The contexts that have polled, until n8n drops them, and those that are polling now. */
	private readonly known = new WeakSet<IPollFunctions>();

	private readonly polling = new WeakSet<IPollFunctions>();

	/** By workflow and node, the triggers that the in-memory scheduler runs. */
	private readonly inMemory = new Set<string>();

	/** By workflow and node, the initial state, which n8n may not have saved. */
	private readonly unsaved = new Map<string, State>();

	private keyOf(context: IPollFunctions): string {
		return `${context.getWorkflow().id}:${context.getNode().id}`;
	}

	occasionOf(context: IPollFunctions): Occasion {
		const key = this.keyOf(context);
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

	unsavedState(context: IPollFunctions): State | undefined {
		return this.unsaved.get(this.keyOf(context));
	}

	/** Keeps the initial state, because the durable scheduler saves the state of an activation only with an event. */
	remember(context: IPollFunctions, state: State): void {
		this.unsaved.set(this.keyOf(context), state);
	}

	forget(context: IPollFunctions): void {
		this.unsaved.delete(this.keyOf(context));
	}
}

export const processMemory = new ProcessMemory();
