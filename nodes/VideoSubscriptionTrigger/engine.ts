import type { IPollFunctions } from 'n8n-workflow';

import type { State } from './state';

/**
 * What n8n does around a poll.
 *
 * The in-memory scheduler calls the poll of an activation and all scheduled polls with one context, and polls of one
 * node may overlap. The durable scheduler makes a new context for each scheduled poll, always with the activation mode
 * `update`, which is also the mode of publishing an active workflow again. Nothing tells the two apart: no decision
 * here depends on which scheduler runs, nor on a number that can be configured.
 */

/** Milliseconds that n8n gives to a poll where its version does not tell. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds that n8n gives to this poll. */
export function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

/** What a poll is called for. `update` is a publishing, or a scheduled poll of the durable scheduler. */
export type Occasion = 'restart' | 'publishing' | 'update' | 'scheduled';

/** What this process remembers of its triggers. All of it may be lost with the process. */
class ProcessMemory {
	/** The registrations that have polled, until n8n drops their context. */
	private readonly registrations = new WeakMap<IPollFunctions, { isPolling: boolean }>();

	/** By workflow and node, the state of a beginning that n8n may not have saved. */
	private readonly unsaved = new Map<string, State>();

	private keyOf(context: IPollFunctions): string {
		return `${context.getWorkflow().id}:${context.getNode().id}`;
	}

	occasionOf(context: IPollFunctions): Occasion {
		if (this.registrations.has(context)) return 'scheduled';
		this.registrations.set(context, { isPolling: false });
		const mode = context.getActivationMode();
		if (mode === 'init' || mode === 'leadershipChange') return 'restart';
		return mode === 'update' ? 'update' : 'publishing';
	}

	/** Runs `work` unless another poll of the registration is running on the same state. */
	async runExclusive<T>(context: IPollFunctions, work: () => Promise<T>): Promise<T | null> {
		const registration = this.registrations.get(context) ?? { isPolling: false };
		if (registration.isPolling) return null;
		registration.isPolling = true;
		try {
			return await work();
		} finally {
			registration.isPolling = false;
		}
	}

	unsavedState(context: IPollFunctions): State | undefined {
		return this.unsaved.get(this.keyOf(context));
	}

	/** Remembers the state of a beginning: the durable scheduler saves that of an activation only with an event. */
	remember(context: IPollFunctions, state: State): void {
		this.unsaved.set(this.keyOf(context), state);
	}

	forget(context: IPollFunctions): void {
		this.unsaved.delete(this.keyOf(context));
	}
}

export const processMemory = new ProcessMemory();
