import { type IDataObject, UserError } from 'n8n-workflow';

import { OVERLAP } from '../../checkpoint/window';
import type { Entry } from '../../lists/entries';
import { firstPage, walk } from '../../lists/walk';
import type { ServiceReader } from '../../serviceReader';
import {
	byTime,
	type EventSource,
	type Filters,
	type FoundEvent,
	type SearchOptions,
	type SearchResult,
} from '../event';
import type { EventType } from '../types';
import {
	confirm,
	isMember,
	joined,
	type CustomerList,
	type MembershipCheckpoint,
	membershipOf,
	missingIn,
	observe,
	START,
	withEventKeys,
	type Witness,
} from './customerLists';

/**
 * Maximum customers of a snapshot, with some room above the 20,000 of the error and the docs: 22,000 take up to 100 KB in the
 * saved state, and a round of them nine polls.
 */
export const MAX_MEMBERS = 22_000;

/** The remedies that work with any number of customers. */
const AT_ANY_SIZE =
	'With more customers, let the service call a webhook of n8n for each change, as in the example "Failed charges". Or list all customers once a day with Get Many and its option "Include Status", and compare the lists.';

/**
 * Share of a poll's requests for look-ups, and the larger share for an event that only they find: the lists then need only as
 * many requests as finish a round in a few polls.
 */
const LOOK_UP_SHARE = 1 / 3;
const LOOK_UP_SHARE_ALONE = 0.8;

/** A customer who was missing in a list. */
interface MissingCustomer {
	customer: Entry;
	list: string;
	/** Whether look-ups have not shown where the customer is for longer than lists lag. */
	isLate: boolean;
}

/** An event that is found by comparing lists of customers with earlier ones, because the service does not report changes. */
export interface ComparedLists<F extends Filters>
	extends Omit<
		EventSource<MembershipCheckpoint, F>,
		'record' | 'hasStartFrom' | 'start' | 'join' | 'poll' | 'sample'
	> {
	/** The lists to read, by customer status. */
	watched(filters: F): string[];
	/** Returns the event that fires when a customer enters a state: a list, or what a look-up returns. */
	typeOf(filters: F, state: string): EventType | undefined;
	/** Returns the event of a customer who entered a state. */
	eventOf(filters: F, state: string, customer: Entry): FoundEvent;
	/** Looks up the state of a customer who was missing in a list; `undefined` when nothing shows it. */
	stateOf(reader: ServiceReader, filters: F, missing: MissingCustomer): Promise<string | undefined>;
	/** Returns the maximum number of requests to read a customer and to look up the state. */
	lookUpRequests(filters: F): number;
	/** The customer statuses of the records for Fetch Test Event. */
	sampled(filters: F): string[];
	/** Reads, with one request, the fields that each item has after those of the record. */
	extraFields?(reader: ServiceReader, filters: F): Promise<IDataObject>;
	/** How to compare fewer customers when there are too many. */
	narrowerHint?: string;
}

/** Compares numbers of the same rank, from the first rank on. */
const compareInOrder = (a: number[], b: number[]): number =>
	a.map((number, rank) => number - (b[rank] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Reads the lists of one poll, and advances the checkpoint. */
class Comparison<F extends Filters> {
	private readonly found: FoundEvent[] = [];

	private readonly unclearSince: Map<number, number>;

	private readonly checkpoint: MembershipCheckpoint;

	constructor(
		private readonly compared: ComparedLists<F>,
		private readonly reader: ServiceReader,
		private readonly config: SearchOptions & F,
		before: MembershipCheckpoint,
	) {
		this.checkpoint = { ...before };
		this.unclearSince = new Map(before.unclearSince);
	}

	/** Returns the event that fires when a customer enters a state, if it is chosen and not just beginning. */
	private firing(state: string): EventType | undefined {
		const { types } = this.config;
		const { beginning = types } = this.checkpoint;
		const type = this.compared.typeOf(this.config, state);
		const isHeard = type !== undefined && types.includes(type);
		return isHeard && !(this.isTakingSnapshot && beginning.includes(type)) ? type : undefined;
	}

	/** Adds the event of a customer who entered a state. */
	private add(type: EventType, state: string, customer: Entry): void {
		this.found.push({ ...this.compared.eventOf(this.config, state, customer), type });
	}

	private get lookUpRequests(): number {
		return this.compared.lookUpRequests(this.config);
	}

	get isTakingSnapshot(): boolean {
		return this.checkpoint.roundsToRead > 0;
	}

	/** Continues the round by at least one page, as far as requests allow. Returns whether it has ended. */
	private async readRound(): Promise<boolean> {
		const { lists, cursor } = this.checkpoint;
		for (const [list, customers] of lists.entries()) {
			if (list < cursor.list) continue;
			if (!(await this.readList(list, customers))) return false;
			const isEnd = list + 1 === lists.length;
			this.checkpoint.cursor = isEnd ? START : { ...START, list: list + 1 };
			if (!isEnd && !this.reader.budget.has()) return false;
		}
		return true;
	}

	/**
	 * Reads the rest of a list. Returns whether it has ended.
	 *
	 * @throws InvalidResponseError when the list is incomplete
	 * @throws UserError while the snapshot is taken, when there are more customers than can be remembered
	 */
	private async readList(list: number, before: CustomerList): Promise<boolean> {
		const { reader, config, checkpoint } = this;
		const listed = new Set<number>();
		const pages = reader.customers(before.name, config, { sort: 'oldest' });
		let isEnd = false;
		const first = checkpoint.cursor.page;
		for await (const page of walk(pages, reader.budget, { first })) {
			for (const entry of page.entries) this.addListed(before, listed, entry);
			checkpoint.cursor = { list, page: page.number + 1 };
			isEnd = page.isLast;
		}
		checkpoint.lists = checkpoint.lists.with(list, observe(before, listed, isEnd));
		for (const id of listed) this.unclearSince.delete(id);
		const count = checkpoint.lists.reduce((sum, { listedIn }) => sum + listedIn.size, 0);
		if (!this.isTakingSnapshot || count <= MAX_MEMBERS) return isEnd;
		throw new UserError('The trigger can compare at most about 20,000 customers', {
			description: `${this.compared.narrowerHint ?? ''}${AT_ANY_SIZE}`,
		});
	}

	/** Adds a customer of a list, and the event of a new one. */
	private addListed(customers: CustomerList, listed: Set<number>, entry: Entry): void {
		const { name, listedIn } = customers;
		const isNew = !listedIn.has(entry.id) && !listed.has(entry.id);
		const type = isNew ? this.firing(name) : undefined;
		if (type !== undefined) this.add(type, name, entry);
		listed.add(entry.id);
	}

	/**
	 * Returns the missing customers to look up, each with the list that lacks them. Hundreds who leave at once must not hide
	 * somebody else: those whose earlier look-up was unclear come after all others, before them those who have been missing
	 * for longer, and of the same round those of the list from which more are missing.
	 */
	private missing(): Map<number, string> {
		const missing = this.checkpoint.lists.flatMap((customers) => {
			const ofList = missingIn(customers);
			return ofList.map(({ id, rounds }) => {
				const isUnclear = Number(this.unclearSince.has(id));
				return { id, list: customers.name, order: [isUnclear, rounds, ofList.length] };
			});
		});
		missing.sort((a, b) => compareInOrder(a.order, b.order));
		return new Map(missing.map(({ id, list }) => [id, list]));
	}

	/** Looks up the missing customers, and adds the events of those who left all lists. */
	private async lookUpMissing(): Promise<void> {
		for (const [id, list] of this.missing()) {
			const isElsewhere = this.checkpoint.lists.some((customers) => isMember(customers, id));
			const mayLookUp = !this.reader.isFailing && this.reader.budget.has(this.lookUpRequests);
			if (!isElsewhere && !mayLookUp) continue;
			const witness = isElsewhere ? 'left' : await this.lookUp(id, list);
			if (witness !== 'unclear') this.unclearSince.delete(id);
			else if (!this.unclearSince.has(id)) this.unclearSince.set(id, this.reader.clock.now());
			this.checkpoint.lists = confirm(this.checkpoint.lists, id, witness);
		}
	}

	/** Looks up a customer who was missing in a list, and adds the event of one who entered a state that fires. */
	private async lookUp(id: number, list: string): Promise<Witness> {
		const { compared, reader, config, checkpoint } = this;
		const { entry } = await reader.record(`/customers/${id}`);
		const unclearFor = reader.clock.now() - (this.unclearSince.get(id) ?? reader.clock.now());
		const missing = entry && { customer: entry, list, isLate: unclearFor > OVERLAP };
		const state = missing && (await compared.stateOf(reader, config, missing));
		if (!entry || state === undefined) return 'unclear';
		if (state === list) return 'listed';
		const type = this.firing(state);
		const listedIn = checkpoint.lists.find(({ name }) => name === list)?.listedIn.get(id) ?? 0;
		const isSince = type !== undefined && listedIn >= (checkpoint.joinedIn?.[type] ?? 0);
		if (isSince) this.add(type, state, entry);
		return 'left';
	}

	/** Reads the fields that each item has after those of the record. */
	async loadExtraFields(): Promise<void> {
		const extraFields = await this.compared.extraFields?.(this.reader, this.config);
		this.checkpoint.extraFields = { ...this.checkpoint.extraFields, ...extraFields };
	}

	/** Reads the lists for events that begin, as far as the time of this poll allows. The next poll continues. */
	async takeSnapshot(): Promise<SearchResult<MembershipCheckpoint>> {
		while (this.isTakingSnapshot && (await this.readRound())) {
			this.checkpoint.roundsToRead--;
			if (!this.reader.budget.has()) break;
		}
		this.checkpoint.startedAt ||= this.reader.clock.startedAt;
		return this.result;
	}

	/** The checkpoint, and the events, oldest first. */
	private get result(): SearchResult<MembershipCheckpoint> {
		const { unclearSince } = this;
		const { beginning, ...checkpoint } = this.checkpoint;
		const still = this.isTakingSnapshot && beginning ? { beginning } : {};
		return withEventKeys({ ...checkpoint, ...still, unclearSince }, this.found.sort(byTime));
	}

	/**
	 * Looks up the missing customers, continues the round unless that has used up the budget, and returns the events, oldest
	 * first.
	 *
	 * @param isRestored whether the checkpoint may be older than the latest poll
	 */
	async compare(isRestored: boolean) {
		const { budget } = this.reader;
		const { requestsPerPoll } = this.config;
		const lists = this.compared.watched(this.config);
		const isFoundInLists = lists.some((list) => this.firing(list) !== undefined);
		const share = isFoundInLists ? LOOK_UP_SHARE : LOOK_UP_SHARE_ALONE;
		const forLookUps = Math.max(this.lookUpRequests, Math.floor(requestsPerPoll * share));
		budget.allow(forLookUps);
		await this.lookUpMissing();
		budget.allow(requestsPerPoll - forLookUps);
		if (budget.has()) await this.readRounds(isRestored);
		if (this.found.length > 0 && budget.has()) await this.loadExtraFields();
		return this.result;
	}

	/** Continues the round, and reads more as far as the budget allows. Reads one page at least. */
	private async readRounds(isRestored: boolean): Promise<void> {
		const { list, page } = this.checkpoint.cursor;
		const isFromStart = list === START.list && page === START.page;
		const isFinished = await this.readRound();
		// Reads the pages before the one where this poll began, or all pages again to find customers who left long ago.
		const isReadAgain = isFinished && (!isFromStart || isRestored);
		if (isReadAgain && this.reader.budget.has()) await this.readRound();
		// Looks up the customers who were missing for the second time in this poll's rounds.
		await this.lookUpMissing();
	}
}

/** Returns the source of an event that fires when a customer joins a list or leaves it. */
export function comparison<F extends Filters>(
	compared: ComparedLists<F>,
): EventSource<MembershipCheckpoint, F> {
	return {
		...compared,
		record: 'customer',

		// The service does not record when a customer joined or left.
		hasStartFrom: false,

		async start(reader, config) {
			const checkpoint = membershipOf(compared.watched(config));
			const comparison = new Comparison(compared, reader, config, checkpoint);
			await comparison.loadExtraFields();
			return await comparison.takeSnapshot();
		},

		join: joined,

		async poll(reader, config, checkpoint, isRestored = false) {
			const comparison = new Comparison(compared, reader, config, checkpoint);
			if (comparison.isTakingSnapshot) return await comparison.takeSnapshot();
			return await comparison.compare(isRestored);
		},

		async sample(reader, config) {
			const found: FoundEvent[] = [];
			for (const status of compared.sampled(config)) {
				const entries = await firstPage(reader.customers(status, config));
				found.push(...entries.map((entry) => compared.eventOf(config, status, entry)));
			}
			const extra = found.length > 0 ? await compared.extraFields?.(reader, config) : {};
			return found.map((event) => ({
				...event,
				key: `${event.key}:${event.at}`,
				fieldsAfter: { ...event.fieldsAfter, ...extra },
			}));
		},
	};
}
