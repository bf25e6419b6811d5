import {
	NodeApiError,
	NodeOperationError,
	UserError,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

import { asNodeError } from '../shared/http/nodeErrors';
import { type Projection, projection } from '../shared/operation/output';
import { readConfig, type TriggerConfig } from './config';
import { budgetOf, processMemory, type Start } from './engine';
import { events } from './events';
import { byTime, type EventSource, type TriggerEvent, type Outcome } from './events/event';
import { ServiceReader } from './serviceReader';
import { readState, stateOf } from './state';

/** Records that a manual test shows. */
const SAMPLE_SIZE = 10;

/** One poll: where it runs, what the person chose, and how the service is read. */
class Poll {
	private readonly source: EventSource;

	private readonly project: Projection;

	constructor(
		private readonly context: IPollFunctions,
		private readonly config: TriggerConfig,
		private readonly reader: ServiceReader,
	) {
		this.source = events[config.event];
		this.project = projection(context, this.source.record);
	}

	private toItem({ entry, at, key, details }: TriggerEvent): INodeExecutionData {
		const { event: type, account } = this.config;
		const occurredAt = `${new Date(at * 1000).toISOString().slice(0, 19)}Z`;
		const event = { id: `${type}:${key}:${account}`, type, occurredAt };
		return { json: { ...this.project(entry.row, details), event } };
	}

	/** Real records in the shape of production, the newest first; no state is read or written. */
	async sample(): Promise<INodeExecutionData[][]> {
		const found = (await this.source.sample(this.reader, this.config)).sort(byTime);
		const newestFirst = found.slice(-SAMPLE_SIZE).reverse();
		if (newestFirst.length > 0) return [newestFirst.map((one) => this.toItem(one))];
		const name = this.source.record.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
		throw new NodeOperationError(this.context.getNode(), `There is no ${name} to show yet`, {
			description: this.source.emptyHint,
		});
	}

	/**
	 * A video that was deleted after the publishing must not hold up the others: the reading warns of it.
	 *
	 * @throws UserError when a product or video that the person chose does not exist
	 */
	private async refuseMissing(isPublishing: boolean): Promise<void> {
		const { config, reader } = this;
		const chosen = [
			{ kind: 'product', id: config.product },
			...(isPublishing ? config.videos : []).map((id) => ({ kind: 'video', id })),
		];
		for (const { kind, id } of chosen) {
			if (id === undefined || reader.affordable() < 1) continue;
			const { isGone } = await reader.record(`/${kind}s/${id}`);
			if (!isGone) continue;
			throw new UserError(`There is no ${kind} ${id}`, {
				description: `Choose a ${kind} that exists: this one may have been deleted, or belong to another account.`,
			});
		}
	}

	/**
	 * The saved state, when it can be gone on with: not that of other filters or another account, nor one
	 * from before a moment that the person names now.
	 */
	private async load(saved: unknown) {
		if (saved === undefined) return undefined;
		const { fingerprint, from } = this.config;
		const state = await readState(saved);
		if (!state) {
			this.reader.warn(
				'What was saved by another version, or is damaged, cannot be read. It starts afresh.',
			);
		}
		const isExtended = from !== undefined && from < (state?.startedFrom ?? Infinity);
		return state?.fingerprint === fingerprint && !isExtended ? state : undefined;
	}

	/** Begins now, or at a moment that a person names and that has come. */
	private async begin(): Promise<Outcome<unknown>> {
		const { source, reader, config } = this;
		const from = config.from !== undefined && config.from <= reader.now() ? config.from : undefined;
		const checkpoint = await source.start(reader, config, from);
		if (from === undefined) return { events: [], checkpoint };
		return await source.poll(reader, config, checkpoint);
	}

	/** What is new since what was saved, oldest first, or null. */
	async run(isPublishing: boolean): Promise<INodeExecutionData[][] | null> {
		const { context, config, source, reader } = this;
		const data = context.getWorkflowStaticData('node');
		const isFirst = data.state === undefined;
		const saved = isFirst ? processMemory.stateOfActivation(context) : data.state;
		const before = await this.load(saved);
		if (isPublishing || !before) await this.refuseMissing(isPublishing);
		const { events, checkpoint } = before
			? await source.poll(reader, config, before.checkpoint)
			: await this.begin();
		const startedFrom = before ? before.startedFrom : (config.from ?? null);
		const next = await stateOf(config.fingerprint, startedFrom, checkpoint);
		// The only write, after everything that can fail, and of a whole value.
		data.state = next;
		processMemory.noteState(context, next, isFirst);
		return events.length > 0 ? [events.map((one) => this.toItem(one))] : null;
	}
}

/** A fault that passes by itself, unlike a key or address that a person must mend. */
function isPassing(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? NaN);
	// Without a status there was no connection: what the person chose was checked before.
	return Number.isNaN(status) || status === 408 || status === 429 || status >= 500;
}

/** n8n shows only the message of what keeps a trigger from being published: the remedy joins it. */
function withRemedy(error: unknown): unknown {
	if (error instanceof NodeApiError && error.description) {
		error.message = `${error.message}. ${error.description}`;
	}
	return error;
}

async function pollFor(context: IPollFunctions, start: Start) {
	const config = await readConfig(context);
	const reader = new ServiceReader(context, config.baseUrl, budgetOf(context));
	const poll = new Poll(context, config, reader);
	if (context.getMode() === 'manual') return await poll.sample();
	return await poll.run(start === 'publishing');
}

/**
 * One poll: what is new since the last one, oldest first, or null.
 *
 * @throws NodeApiError with cause and remedy when the service cannot be read, the state untouched;
 *   but at a restart of n8n a fault that passes is logged instead, since n8n would never poll again
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') {
		return await asNodeError(context, async () => await pollFor(context, undefined));
	}
	const start = processMemory.startOf(context);
	const work = processMemory.unlessUnderWay(
		context,
		async () => await asNodeError(context, async () => await pollFor(context, start)),
	);
	return await work.catch(async (error: unknown) => {
		if (start === 'publishing') return await Promise.reject(withRemedy(error));
		if (start !== 'restart' || !isPassing(error)) return await Promise.reject(error);
		const { name } = context.getNode();
		context.logger.warn(`${name}: ${error.message}. The next poll tries again.`);
		return null;
	});
}
