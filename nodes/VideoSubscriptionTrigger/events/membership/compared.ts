import { type IDataObject, UserError } from 'n8n-workflow';

import { withMovedUp } from '../../checkpoint/pages';
import {
	assertWhole,
	type Entry,
	isFarShort,
	type Page,
	type ReadPage,
} from '../../checkpoint/records';
import type { RequestBudget } from '../../pollBudget';
import type { ServiceReader } from '../../serviceReader';
import { byTime, type Config, type EventSource, type TriggerEvent } from '../event';
import { lookUp, LOOK_UP_REQUESTS } from './lookUp';
import {
	confirm,
	countMembers,
	discardRound,
	endRound,
	isMember,
	type Members,
	type MembershipCheckpoint,
	membershipOf,
	observe,
	sampleOfMissing,
	START,
	withEventKeys,
} from './members';

/** Maximum number of customers while the lists are learnt, so that the saved state stays small. */
const MAX_MEMBERS = 22_000;

/** Share of a poll's requests for look-ups, and the larger share for an event that only they find. */
const LOOK_UP_SHARE = 1 / 3;
const LOOK_UP_SHARE_ALONE = 0.8;

/** Maximum number of unclear look-ups in a poll. The service may be down. */
const MAX_UNCLEAR = 3;

/** An event that is found by comparing lists of customers with earlier ones, because the service does not report changes. */
export interface ComparedLists
	extends Pick<EventSource, 'description' | 'filters' | 'isProductRequired' | 'emptyHint'> {
	/** The lists to read, by customer status. */
	watched(config: Config): string[];
	/** The pages of a list, oldest first. */
	list(reader: ServiceReader, config: Config, name: string): ReadPage;
	/** Returns the event of a customer who joined a list, if it is one. */
	joinedEvent?(config: Config, list: string, newcomer: Entry): TriggerEvent | undefined;
	/** Requests of {@link leftEvent}. */
	departureRequests?: number;
	/** Returns the event of a customer who left all lists, if it is one; `unclear` when a request of its own fails. */
	leftEvent?(
		reader: ServiceReader,
		config: Config,
		customer: Entry,
	): Promise<TriggerEvent | 'unclear' | undefined>;
	/** Returns some of the newest records, for Fetch Test Event. */
	sample(reader: ServiceReader, config: Config): Promise<TriggerEvent[]>;
	/** Reads, with one request, the fields that each item has after those of the record. */
	extraFields?(reader: ServiceReader, config: Config): Promise<IDataObject>;
	/** What to do when there are more customers than can be remembered. */
	tooManyHint: string;
}

/** Reads the lists of one poll, and advances the checkpoint. */
class Comparison {
	private readonly found: TriggerEvent[] = [];

	private readonly budget: RequestBudget;

	/** The customers who were looked up in this poll. */
	private readonly lookedUp = new Set<number>();

	constructor(
		private readonly compared: ComparedLists,
		private readonly reader: ServiceReader,
		private readonly config: Config,
		private checkpoint: MembershipCheckpoint,
	) {
		this.budget = reader.budget.limitedTo(0);
	}

	private get isLearning(): boolean {
		return this.checkpoint.roundsToLearn > 0;
	}

	/** Requests to look up a customer who was missing, and for the event. */
	private get departureRequests(): number {
		return LOOK_UP_REQUESTS + (this.compared.departureRequests ?? 0);
	}

	private membersOf(list: number): Members {
		const members = this.checkpoint.lists[list];
		if (!members) throw new RangeError(`There is no list ${list}`);
		return members;
	}

	private replace(list: number, members: Members): void {
		const { lists } = this.checkpoint;
		this.checkpoint = { ...this.checkpoint, lists: lists.with(list, members) };
	}

	private moveTo(list: number, page: number): void {
		this.checkpoint = { ...this.checkpoint, cursor: { list, page } };
	}

	/** Continues the round by at least one page, as far as requests and batch allow. Returns whether it has ended. */
	private async readRound(): Promise<boolean> {
		const { lists, cursor } = this.checkpoint;
		for (let list = cursor.list; list < lists.length; list++) {
			if (!(await this.readList(list))) return false;
			const isEnd = list + 1 === lists.length;
			this.moveTo(isEnd ? 0 : list + 1, START.page);
			if (!isEnd && !this.budget.has(1)) return false;
		}
		return true;
	}

	/** Reads the rest of a list. Returns whether it has ended. */
	private async readList(list: number): Promise<boolean> {
		const listed = new Set<number>();
		const last = await this.readPages(list, listed);
		this.replace(list, observe(this.membersOf(list), listed));
		const missing = [...this.checkpoint.missing].filter(
			([id, of]) => of !== list || !listed.has(id),
		);
		this.checkpoint = { ...this.checkpoint, missing: new Map(missing) };
		return last !== undefined && (await this.endList(list, last));
	}

	/** Reads pages, and adds their customers to `listed`. Returns the last page of the list, if this poll came to it. */
	private async readPages(list: number, listed: Set<number>): Promise<Page | undefined> {
		const pages = this.compared.list(this.reader, this.config, this.membersOf(list).name);
		const read = withMovedUp(pages, () => this.budget.has(1));
		for (let { page: number } = this.checkpoint.cursor; ; number++) {
			this.moveTo(list, number);
			const page = await read(number);
			for (const entry of page.entries) {
				if (!this.isNoted(list, entry, listed)) return undefined;
				listed.add(entry.id);
			}
			if (this.isLearning) this.assertRemembered(listed.size);
			if (page.isLast) return page;
			this.moveTo(list, number + 1);
			if (!this.budget.has(1)) return undefined;
		}
	}

	/** Adds the event of a customer who is new in a list. Returns false when it does not fit into the batch. */
	private isNoted(list: number, entry: Entry, listed: Set<number>): boolean {
		const members = this.membersOf(list);
		// A customer whose departure is not confirmed yet has not left.
		const isKnown = isMember(members, entry.id) || this.checkpoint.missing.get(entry.id) === list;
		if (this.isLearning || isKnown || listed.has(entry.id)) return true;
		const event = this.compared.joinedEvent?.(this.config, members.name, entry);
		if (!event) return true;
		if (this.found.length >= this.config.batch) return false;
		this.found.push(event);
		return true;
	}

	/** @throws UserError when there are more customers than can be remembered */
	private assertRemembered(more: number): void {
		const { lists } = this.checkpoint;
		const known = lists.reduce((sum, members) => sum + countMembers(members), 0);
		// In the second round, all customers are known already.
		if (Math.max(known, more) <= MAX_MEMBERS) return;
		throw new UserError('The trigger can compare at most about 20,000 customers', {
			description: this.compared.tooManyHint,
		});
	}

	/**
	 * Ends the round of a list, or starts it again when the list contradicts itself, or look-ups do not confirm that many
	 * customers left at once.
	 *
	 * @returns false when no request is left for the look-ups: the next poll reads the last page again
	 * @throws InvalidResponseError while the lists are learnt, when a list ends far before its `total`
	 */
	private async endList(list: number, last: Page): Promise<boolean> {
		if (this.isLearning) assertWhole(last);
		const members = this.membersOf(list);
		const sample = sampleOfMissing(members);
		if (!this.budget.has(sample.length * (LOOK_UP_REQUESTS + 1))) return false;
		if (isFarShort(last) || !(await this.haveLeft(members, sample))) {
			this.reader.warn(
				`The list of ${members.name} customers lacks customers who were in it, and look-ups don't confirm that they left. No customer counts as gone, and the list is read again.`,
			);
			this.replace(list, discardRound(members));
			return true;
		}
		const { after, missing } = endRound(members);
		this.replace(list, after);
		const departed = missing.map((id): [number, number] => [id, list]);
		this.checkpoint = {
			...this.checkpoint,
			missing: new Map([...this.checkpoint.missing, ...departed]),
		};
		return true;
	}

	private async haveLeft({ name }: Members, sample: number[]): Promise<boolean> {
		for (const id of sample) {
			const { witness } = await lookUp(
				this.reader,
				{ status: name, config: this.config },
				id,
				true,
			);
			if (witness !== 'left') return false;
		}
		return true;
	}

	/** Looks up customers who were missing in two rounds, and adds the events of those who left all lists. */
	private async lookUpMissing(): Promise<void> {
		let unclear = 0;
		for (const [id, list] of this.checkpoint.missing) {
			const isElsewhere = this.checkpoint.lists.some((members) => isMember(members, id));
			if (isElsewhere) {
				this.checkpoint = confirm(this.checkpoint, id, 'left');
				continue;
			}
			if (this.lookedUp.has(id)) continue;
			const hasRoom = this.found.length < this.config.batch;
			if (!hasRoom || !this.budget.has(this.departureRequests) || unclear >= MAX_UNCLEAR) return;
			this.lookedUp.add(id);
			const { name } = this.membersOf(list);
			const { witness, entry } = await lookUp(
				this.reader,
				{ status: name, config: this.config },
				id,
			);
			const event =
				witness === 'left' && entry
					? await this.compared.leftEvent?.(this.reader, this.config, entry)
					: undefined;
			const isUnclear = event === 'unclear' || witness === 'unclear';
			this.checkpoint = confirm(this.checkpoint, id, isUnclear ? 'unclear' : witness);
			if (isUnclear) unclear++;
			else if (event) this.found.push(event);
		}
	}

	/** Reads the fields that each item has after those of the record. */
	async loadExtraFields(): Promise<void> {
		const extraFields = await this.compared.extraFields?.(this.reader, this.config);
		this.checkpoint = {
			...this.checkpoint,
			extraFields: { ...this.checkpoint.extraFields, ...extraFields },
		};
	}

	/**
	 * Reads the lists without firing events, as far as the time of this poll allows. The next poll continues.
	 *
	 * @throws UserError when there are more customers than can be remembered
	 */
	async learn(): Promise<MembershipCheckpoint> {
		this.budget.extend(Infinity);
		do {
			const isThrough = await this.readRound();
			const { startedAt, roundsToLearn } = this.checkpoint;
			this.checkpoint = {
				...this.checkpoint,
				startedAt: startedAt || this.reader.clock.startedAt,
				roundsToLearn: isThrough ? roundsToLearn - 1 : roundsToLearn,
			};
			if (!isThrough) break;
		} while (this.isLearning && this.reader.budget.requestsLeft() >= 1);
		return this.checkpoint;
	}

	/**
	 * Continues the round, and returns the events, oldest first.
	 *
	 * @param isRestored whether the checkpoint may be older than the latest poll
	 */
	async compare(isRestored: boolean) {
		const { requestsPerPoll } = this.config;
		const share = this.compared.joinedEvent ? LOOK_UP_SHARE : LOOK_UP_SHARE_ALONE;
		const forLookUps = Math.max(this.departureRequests, Math.floor(requestsPerPoll * share));
		this.budget.extend(forLookUps);
		await this.lookUpMissing();
		this.budget.extend(requestsPerPoll - forLookUps);
		const { list, page } = this.checkpoint.cursor;
		const isFromStart = list === START.list && page === START.page;
		const isThrough = await this.readRound();
		// Reads the pages before the one where this poll began, or all pages again to find customers who left long ago.
		if (isThrough && (!isFromStart || isRestored) && this.budget.has(1)) await this.readRound();
		// Looks up the customers who were missing for the second time in this poll's rounds.
		await this.lookUpMissing();
		if (this.found.length > 0 && this.budget.has(1)) await this.loadExtraFields();
		const { events, checkpoint } = withEventKeys(this.checkpoint, this.found);
		return { events: events.sort(byTime), checkpoint };
	}
}

/** Returns the source of an event that fires when a customer joins a list or leaves it. */
export function comparison(compared: ComparedLists): EventSource<MembershipCheckpoint> {
	const { extraFields = async () => ({}) } = compared;
	return {
		...compared,
		record: 'customer',

		// Start From has no effect, because the service does not show when a customer joined or left.
		async start(reader, config) {
			const checkpoint = membershipOf(compared.watched(config));
			const comparison = new Comparison(compared, reader, config, checkpoint);
			await comparison.loadExtraFields();
			return await comparison.learn();
		},

		async poll(reader, config, checkpoint, isRestored = false) {
			const comparison = new Comparison(compared, reader, config, checkpoint);
			if (checkpoint.roundsToLearn > 0) {
				return { events: [], checkpoint: await comparison.learn() };
			}
			return await comparison.compare(isRestored);
		},

		async sample(reader, config) {
			const found = await compared.sample(reader, config);
			const extra = found.length > 0 ? await extraFields(reader, config) : {};
			return found.map((event) => ({
				...event,
				key: `${event.key}:${event.at}`,
				about: { ...event.about, ...extra },
			}));
		},
	};
}
