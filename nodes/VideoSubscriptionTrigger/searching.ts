import type { Search, TriggerConfig } from './config';
import type { SearchResult, TriggerEvent } from './events/event';
import type { EventType } from './events/types';
import type { ServiceReader } from './serviceReader';
import type { TriggerData } from './state';

/** What identifies an event within the trigger. */
const eventKeyOf = ({ type, key }: TriggerEvent): string => `${type}:${key}`;

/** A saved state as far as it counts, and the chosen events that it does not know. */
export interface Before extends TriggerData {
	added: EventType[];
	/** Whether the state may be from before the latest polls. */
	isRestored: boolean;
}

/** The searches of one poll for the chosen events. */
export class Searching {
	/** What is saved next. */
	private readonly after: Before;

	constructor(
		private readonly config: Pick<TriggerConfig, 'searches' | 'from'>,
		private readonly reader: ServiceReader,
		private readonly before: Before,
	) {
		this.after = { ...before };
	}

	/** Whether a search has an event that begins with this poll. */
	private begins({ name, config }: Search): boolean {
		const { places, added } = this.before;
		return !places[name] || config.types.some((type) => added.includes(type));
	}

	/** Whether a chosen event begins with this poll. */
	get isBeginning(): boolean {
		return this.config.searches.some((search) => this.begins(search));
	}

	/** Returns the searches in their turn: first those that begin, then those for which the latest poll had no time. */
	private get inTurn(): Search[] {
		const { searches } = this.config;
		const first = Math.max(
			0,
			searches.findIndex(({ name }) => name === this.before.next),
		);
		const inTurn = [...searches.slice(first), ...searches.slice(0, first)];
		const beginning = inTurn.filter((search) => this.begins(search));
		return [...beginning, ...inTurn.filter((search) => !beginning.includes(search))];
	}

	/** Whether a search begins from now on because Start From is in the future. */
	private isAhead({ source }: Search): boolean {
		const { from = 0 } = this.config;
		return source.hasStartFrom && from > this.reader.clock.now();
	}

	/** Lets a search begin, from Start From on, or from now on. */
	private async begin(search: Search): Promise<SearchResult<unknown>> {
		const { reader } = this;
		const { source, config } = search;
		const from = source.hasStartFrom ? this.config.from : undefined;
		// Start From is a time of the service, and before its first response the reader has only the time of this machine.
		if (from !== undefined) await reader.ensureResponse();
		if (from === undefined || this.isAhead(search)) return await source.start(reader, config);
		const started = await source.start(reader, config, from);
		const { events: found, checkpoint } = await source.poll(reader, config, started.checkpoint);
		return { events: [...started.events, ...found], checkpoint };
	}

	/** Lets a search go on from its checkpoint, where events that a person has added to it begin. */
	private async goOn({ source, config }: Search, saved: unknown) {
		const { added, isRestored } = this.before;
		const joining = config.types.filter((type) => added.includes(type));
		const checkpoint = joining.length > 0 && source.join ? source.join(saved, joining) : saved;
		return await source.poll(this.reader, config, checkpoint, isRestored);
	}

	/** Drops what waits of events that begin with a Start From in the future: what was not delivered yet does not count. */
	private dropWaiting(types: EventType[]): void {
		const { queue } = this.after;
		this.after.queue = queue.filter(({ type }) => !types.includes(type));
		const dropped = queue.length - this.after.queue.length;
		if (dropped === 0) return;
		this.reader.warn(
			`Because Start From is in the future, waiting events are dropped: ${dropped}.`,
		);
	}

	/** Lets a search read, and adds what it found to what is saved next. */
	private async read(search: Search): Promise<void> {
		const { before, after } = this;
		const { name, config } = search;
		const { types } = config;
		const place = before.places[name];
		const { events: found, checkpoint } = place
			? await this.goOn(search, place.checkpoint)
			: await this.begin(search);
		if (!place && this.isAhead(search)) this.dropWaiting(types);
		const { queue: waiting } = after;
		const known = new Set(waiting.map(eventKeyOf));
		const [first = 'customerCreated'] = types;
		const fresh = found
			.map((event): TriggerEvent => ({ type: first, ...event }))
			.filter((event) => !known.has(eventKeyOf(event)));
		after.queue = [...waiting, ...fresh];
		const startedFrom = place ? place.startedFrom : (this.config.from ?? null);
		after.places = { ...after.places, [name]: { startedFrom, checkpoint } };
		after.added = after.added.filter((type) => !types.includes(type));
	}

	/**
	 * Lets the searches find their events since the saved state. The first search for which the time does not suffice begins
	 * the next poll.
	 *
	 * @returns what is saved next
	 * @throws the error of any search: the next poll finds again what the others have found
	 */
	async run(): Promise<Before> {
		const { before, after } = this;
		const { budget } = this.reader;
		const isDue = (search: Search) => before.queue.length === 0 || this.begins(search);
		const due = this.inTurn.filter(isDue);
		if (due.length > 0) after.next = undefined;
		for (const [index, search] of due.entries()) {
			const isFirst = index === 0;
			this.reader.beginSearch();
			const hasRead =
				(isFirst || budget.has()) &&
				(await this.read(search).then(
					() => true,
					(error: unknown) => {
						if (isFirst || !budget.isOver) throw error;
						return false;
					},
				));
			if (hasRead) continue;
			after.next = search.name;
			break;
		}
		return after;
	}
}
