import type { IPollFunctions } from 'n8n-workflow';

import type { State } from './state';

/**
 * What n8n does around a poll and does not tell. Its default engine calls a poll at each activation and restart, and
 * then on schedule, all with one context, and polls of one node may overlap. Its durable engine makes a new context
 * and a copy of the state for each scheduled poll, gives it less time, and does not keep what the poll of the
 * activation stores when nothing is emitted.
 */

/** What n8n gives to a poll where it does not tell; the durable engine gives less to its scheduled polls. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds that n8n gives to a poll. Older versions have no such function. */
export function budgetOf(context: IPollFunctions): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function isScheduledByDurableEngine(context: IPollFunctions): boolean {
	return budgetOf(context) < DEFAULT_BUDGET_MS;
}

/** What n8n is doing when this is the first poll of a registration; `undefined` for all later ones. */
export type Start = 'restart' | 'publishing' | undefined;

/** What this process knows of its triggers; all of it may be forgotten with the process. */
class ProcessMemory {
	/** The registrations that have polled, until n8n drops their context; whether a poll is under way. */
	private readonly registrations = new WeakMap<IPollFunctions, { isUnderWay: boolean }>();

	/** By workflow and node, states of triggers published a moment ago, until the first scheduled poll stores one. */
	private readonly activations = new Map<string, State>();

	private keyOf(context: IPollFunctions): string {
		return `${context.getWorkflow().id}:${context.getNode().id}`;
	}

	startOf(context: IPollFunctions): Start {
		if (this.registrations.has(context)) return undefined;
		this.registrations.set(context, { isUnderWay: false });
		if (['init', 'leadershipChange'].includes(context.getActivationMode())) return 'restart';
		return isScheduledByDurableEngine(context) ? undefined : 'publishing';
	}

	/** Does the work unless another poll of the registration is under way, on the same state. */
	async unlessUnderWay<T>(context: IPollFunctions, work: () => Promise<T>): Promise<T | null> {
		const registration = this.registrations.get(context) ?? { isUnderWay: false };
		if (registration.isUnderWay) return null;
		registration.isUnderWay = true;
		try {
			return await work();
		} finally {
			registration.isUnderWay = false;
		}
	}

	/** What the activation could not store, for the first scheduled poll of the durable engine. */
	stateOfActivation(context: IPollFunctions): State | undefined {
		const isFirst = context.getActivationMode() === 'update' && isScheduledByDurableEngine(context);
		return isFirst ? this.activations.get(this.keyOf(context)) : undefined;
	}

	/** Notes what a poll stores: at an activation, n8n may not keep it; later it does. */
	noteState(context: IPollFunctions, state: State, isFirst: boolean): void {
		if (!isFirst) this.activations.delete(this.keyOf(context));
		else if (!isScheduledByDurableEngine(context)) {
			this.activations.set(this.keyOf(context), state);
		}
	}
}

export const processMemory = new ProcessMemory();
