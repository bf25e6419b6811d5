import type { IExecuteSingleFunctions, Logger } from 'n8n-workflow';

import { clock, MINUTE_MS } from '../concurrency/clock';
import { formatCount } from '../values/text';

/** Writes to n8n's log once a minute how far a run is. n8n shows no progress of a running node. */
export class ProgressLog {
	private done = 0;

	private loggedAt = clock.monotonic();

	/**
	 * @param name the operation: `Sync Access`
	 * @param verb what has happened to those that count: `looked up`
	 */
	constructor(
		private readonly logger: Logger | undefined,
		private readonly name: string,
		private readonly total: number,
		private readonly verb = 'done',
	) {}

	/** Counts one that is done. */
	advance(): void {
		this.done++;
		const now = clock.monotonic();
		if (now - this.loggedAt < MINUTE_MS) return;
		this.loggedAt = now;
		const left = formatCount(this.total - this.done);
		this.logger?.info(`${this.name}: ${formatCount(this.done)} ${this.verb}, ${left} left`);
	}
}

/**
 * Returns the name of an operation by its value.
 *
 * @example operationName('createOrUpdate') // 'Create or Update'
 */
const operationName = (value: string): string =>
	(value.charAt(0).toUpperCase() + value.slice(1))
		.replace(/[A-Z]/g, ' $&')
		.replace(' Or ', ' or ')
		.trim();

/** Returns the log of a run of the node's operation (see {@link ProgressLog}). */
export function progressOf(
	context: IExecuteSingleFunctions,
	total: number,
	verb?: string,
): ProgressLog {
	const name = operationName(String(context.getNodeParameter('operation', '')));
	return new ProgressLog(context.logger, name, total, verb);
}
