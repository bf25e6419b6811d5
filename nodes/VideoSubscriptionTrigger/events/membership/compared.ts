import { type IDataObject, UserError } from 'n8n-workflow';

import { withMovedUp } from '../../checkpoint/pages';
import { changedAt, type Entry, type ReadPage } from '../../checkpoint/records';
import { RequestBudget } from '../../checkpoint/requestBudget';
import type { ServiceReader } from '../../serviceReader';
import { type Config, type EventSource, byTime, type TriggerEvent } from '../event';
import { findCustomer, lookUpDeparted, type LookedUp, lookUpMissed } from './lookUp';
import {
	discardRound,
	endRound,
	isMember,
	markPresent,
	type Members,
	type MembershipCheckpoint,
	membershipOf,
	membersOf,
	START,
	withMarks,
} from './members';

/** Customers that can be remembered; fewer at the beginning, so that there is room to grow. */
const MAX_MEMBERS = 30_000;
const MAX_MEMBERS_AT_START = 22_000;

/** Pages after which it is checked, at the beginning, whether everyone can be remembered. */
const PAGES_AT_ONCE = 100;

/** Requests that a look-up takes at most: of a customer who departed, and of one whom a list misses. */
const DEPARTED_REQUESTS = 2;
const MISSED_REQUESTS = 3;

/** The share of the requests for customers who departed; larger where no event waits for the round. */
const LOOK_UP_SHARE = 1 / 3;
const LOOK_UP_SHARE_ALONE = 4 / 5;

/** Requests that are kept for a look at the account until one of the customers of before is met. */
const ACCOUNT_REQUESTS = 1;

/** Look-ups that may prove nothing: of one customer, until others come first, and in one poll. */
const MAX_TRIES = 3;
const MAX_FAILURES = 3;

/** More customers than this, and than this share of a list, do not leave it at once: some of them are looked up. */
const PLAUSIBLE_LEAVERS = 20;
const PLAUSIBLE_SHARE = 0.1;
const SAMPLE_SIZE = 3;

/** With fewer known customers, nothing tells one account from another. */
const LEAST_KNOWN = 5;

/** Lists of customers that are compared with what they were, since the service tells no changes. */
export interface ComparedLists
	extends Pick<EventSource, 'description' | 'filters' | 'isProductRequired' | 'emptyHint'> {
	/** The names of the lists that are read, which are customer statuses. */
	watched(config: Config): string[];
	/** The pages of a list, oldest first. */
	list(reader: ServiceReader, config: Config, name: string): ReadPage;
	/** The event of a customer who came into a list, where that is one. */
	joinedEvent?(config: Config, list: string, newcomer: Entry): TriggerEvent | undefined;
	/** Whether leaving all lists can be an event. */
	firesOnDeparture?(config: Config): boolean;
	/** The event of a customer who left all lists, where that is one. */
	leftEvent?(config: Config, customer: LookedUp): TriggerEvent | undefined;
	/** What a manual test shows. */
	sample(reader: ServiceReader, config: Config): Promise<TriggerEvent[]>;
	/** What stands behind the record of each event, asked for with one request. */
	about?(reader: ServiceReader, config: Config): Promise<IDataObject>;
	/** What to do when there are more customers than can be remembered. */
	tooManyHint: string;
}

/** Returns about so many ids, evenly spread over all of them. */
function spread(ids: Iterable<number>, count: number): number[] {
	const sorted = [...ids].sort((a, b) => a - b);
	const step = Math.max(1, sorted.length / count);
	return sorted.filter((_, index) => index % step < 1);
}

function otherAccount(): UserError {
	return new UserError('The account does not know the customers whom the trigger remembers', {
		description:
			'If the key in the credential is that of another account, use a credential of its own for it: the trigger then starts afresh. If it is not, the next poll tries again, and nothing is lost.',
	});
}

/** One poll of lists that are compared; it changes the checkpoint that it is given. */
class Comparison {
	private readonly found: TriggerEvent[] = [];

	private readonly budget: RequestBudget;

	/** The customers who were known before this poll. */
	private readonly known: number[];

	/** Whether one of them was met: then this is the account of before. */
	private hasMetKnown = false;

	private readonly askedFor = new Set<number>();

	private failures = 0;

	/** Look-ups of those whose look-ups prove nothing again and again. */
	private stuck = 0;

	constructor(
		private readonly compared: ComparedLists,
		private readonly reader: ServiceReader,
		private readonly config: Config,
		private readonly checkpoint: MembershipCheckpoint,
	) {
		this.budget = new RequestBudget(reader, 0);
		this.known = membersOf(checkpoint.lists);
	}

	private assertAtMost(most: number): void {
		if (membersOf(this.checkpoint.lists).length <= most) return;
		throw new UserError(
			'There are more customers to compare than the trigger can remember, about 20,000',
			{ description: this.compared.tooManyHint },
		);
	}

	/** Whether so many requests fit into this poll, besides a look at the account. */
	private has(requests: number): boolean {
		return this.budget.has(requests + (this.hasMetKnown ? 0 : ACCOUNT_REQUESTS));
	}

	/** Goes on with the round as far as requests and room allow, by a page at least; whether it came to the end. */
	private async readRound(): Promise<boolean> {
		const { lists, cursor } = this.checkpoint;
		for (const members of lists.slice(cursor.list)) {
			if (!(await this.readList(members))) return false;
			Object.assign(cursor, { ...START, list: (cursor.list + 1) % lists.length });
			if (cursor.list > 0 && !this.has(1)) return false;
		}
		return true;
	}

	/** Whether the list was read to its end, and it is settled what it misses. */
	private async readList(members: Members): Promise<boolean> {
		const { cursor } = this.checkpoint;
		const pages = this.compared.list(this.reader, this.config, members.name);
		const read = withMovedUp(pages, () => this.has(1));
		for (;;) {
			const { entries, isLast, missing = 0 } = await read(cursor.page);
			if (!entries.every((entry) => this.note(members, entry))) return false;
			if (isLast) return await this.endList(members, missing);
			cursor.page++;
			if (!this.has(1)) return false;
		}
	}

	/** Notes who is met; false where there is no room for the event: the customer stays unknown, and is met again. */
	private note(members: Members, entry: Entry): boolean {
		if (isMember(members, entry.id)) this.hasMetKnown = true;
		else if (this.checkpoint.roundsToLearn === 0 && !this.join(members, entry)) return false;
		markPresent(members, entry.id);
		return true;
	}

	/** Finds the event of a customer who is new in the list; false where there is no room for it. */
	private join(members: Members, entry: Entry): boolean {
		// Counted when the list was learnt, and not changed since: the list was incomplete then.
		if (members.hidden > 0 && changedAt(entry) < this.checkpoint.startedAt) {
			members.hidden--;
			return true;
		}
		const event = this.compared.joinedEvent?.(this.config, members.name, entry);
		if (event && this.found.length >= this.config.batch) return false;
		if (event) this.found.push(event);
		return true;
	}

	/**
	 * Ends the round through one list, or discards it where customers are missed who are still there.
	 *
	 * @param missing how many records the `total` counts that the list does not have
	 * @returns false where no request is left to find that out
	 */
	private async endList(members: Members, missing: number): Promise<boolean> {
		const { departed, roundsToLearn } = this.checkpoint;
		if (roundsToLearn > 0) members.hidden = missing;
		const missed = members.unseenLastRound.size;
		const known = membersOf([members]).length;
		const plausible = Math.max(PLAUSIBLE_LEAVERS, PLAUSIBLE_SHARE * known);
		const isEmptied = missed >= LEAST_KNOWN && missed === known;
		if (missed > plausible || isEmptied || (missed > 0 && missing > 0)) {
			if (!this.has(MISSED_REQUESTS)) return false;
			if (!(await this.haveLeft(members))) {
				discardRound(members);
				return true;
			}
		}
		for (const id of endRound(members)) departed.set(id, 0);
		return true;
	}

	/** Whether customers whom a list has missed for two rounds have left it, as far as some of them tell. */
	private async haveLeft({ name, unseenLastRound: missed }: Members): Promise<boolean> {
		const answers: string[] = [];
		for (const id of spread(missed, SAMPLE_SIZE)) {
			if (!this.has(MISSED_REQUESTS) || answers.includes('listed')) break;
			answers.push(await lookUpMissed(this.reader, this.config, name, id));
		}
		const count = (answer: string) => answers.filter((one) => one === answer).length;
		if (missed.size >= LEAST_KNOWN && count('unknown') === answers.length) throw otherAccount();
		if (count('listed') === 0 && count('left') * 2 >= answers.length) return true;
		this.reader.warn(
			`The list of ${name} customers lacks ${missed.size} who were in it, and look-ups do not confirm that they left. Nobody is taken for gone, the list is read again.`,
		);
		return false;
	}

	/** Looks up what became of those who departed, as far as requests and room allow. */
	private async lookUp(): Promise<void> {
		const { departed, lists } = this.checkpoint;
		const canFire = this.compared.firesOnDeparture?.(this.config) ?? false;
		for (const [id, tries] of [...departed].sort(([, a], [, b]) => a - b)) {
			const isElsewhere = lists.some((members) => isMember(members, id));
			if (!canFire || isElsewhere) departed.delete(id);
			else if (!this.askedFor.has(id)) {
				if (tries >= MAX_TRIES && this.stuck++ > 0) return;
				const hasRoom = this.found.length < this.config.batch && this.failures < MAX_FAILURES;
				if (!hasRoom || !this.has(DEPARTED_REQUESTS)) return;
				await this.lookUpOne(id, tries);
			}
		}
	}

	private async lookUpOne(id: number, tries: number): Promise<void> {
		const { departed } = this.checkpoint;
		this.askedFor.add(id);
		const customer = await lookUpDeparted(this.reader, this.config, id, tries);
		if (typeof customer === 'string') {
			this.failures++;
			departed.set(id, tries + 1);
			return;
		}
		this.hasMetKnown = true;
		departed.delete(id);
		const event = this.compared.leftEvent?.(this.config, customer);
		if (event) this.found.push(event);
	}

	/** @throws UserError where there are events, nobody of before was met, and somebody of before is unknown */
	private async assertSameAccount(): Promise<void> {
		const isOpen = this.found.length > 0 && !this.hasMetKnown && this.known.length >= LEAST_KNOWN;
		const [id = 0] = isOpen ? spread(this.known, 1) : [];
		if (isOpen && (await findCustomer(this.reader, id)) === 'unknown') throw otherAccount();
	}

	/** Reads what stands behind each record. */
	async learnAbout(): Promise<void> {
		const about = await this.compared.about?.(this.reader, this.config);
		Object.assign(this.checkpoint.about, about);
	}

	/** Learns who is in the lists, as far as the time of this poll allows; the next poll goes on. */
	async learn(): Promise<void> {
		const { checkpoint, reader } = this;
		do {
			this.budget.extend(PAGES_AT_ONCE);
			if (await this.readRound()) checkpoint.roundsToLearn--;
			checkpoint.startedAt ||= reader.startedAt;
			this.assertAtMost(MAX_MEMBERS_AT_START);
		} while (checkpoint.roundsToLearn > 0 && reader.affordable() >= 1);
	}

	/**
	 * Goes on with the round; returns the events of those who came into a list or left one, oldest first.
	 *
	 * @param isRestored whether n8n may have forgotten what the polls before this one learnt
	 */
	async compare(isRestored: boolean): Promise<TriggerEvent[]> {
		const { requestsPerPoll } = this.config;
		const share = this.compared.joinedEvent ? LOOK_UP_SHARE : LOOK_UP_SHARE_ALONE;
		const forDeparted = Math.max(DEPARTED_REQUESTS, Math.floor(requestsPerPoll * share));
		const atFirst = Math.min(requestsPerPoll, forDeparted + ACCOUNT_REQUESTS);
		this.budget.extend(atFirst);
		await this.lookUp();
		this.budget.extend(requestsPerPoll - atFirst);
		const { list, page } = this.checkpoint.cursor;
		const isFromStart = list === START.list && page === START.page;
		const isThrough = await this.readRound();
		// What changed before the place where the last poll stopped; after a restart, who left long ago.
		if (isThrough && (!isFromStart || isRestored) && this.has(1)) await this.readRound();
		// Those whom this round missed for the second time.
		await this.lookUp();
		this.assertAtMost(MAX_MEMBERS);
		await this.assertSameAccount();
		if (this.found.length > 0 && this.budget.has(1)) await this.learnAbout();
		return withMarks(this.checkpoint, this.found).sort(byTime);
	}
}

/** An event that fires when a customer comes into a list, or leaves it. */
export function comparison(compared: ComparedLists): EventSource<MembershipCheckpoint> {
	const { about = async () => ({}) } = compared;
	return {
		...compared,
		record: 'customer',

		// An earlier moment makes no difference: the service does not tell when a customer came or left.
		async start(reader, config) {
			const checkpoint = membershipOf(compared.watched(config));
			const comparison = new Comparison(compared, reader, config, checkpoint);
			await comparison.learnAbout();
			await comparison.learn();
			return checkpoint;
		},

		async poll(reader, config, checkpoint, isRestored = false) {
			const comparison = new Comparison(compared, reader, config, checkpoint);
			if (checkpoint.roundsToLearn > 0) {
				await comparison.learn();
				return { events: [], checkpoint };
			}
			return { events: await comparison.compare(isRestored), checkpoint };
		},

		async sample(reader, config) {
			const found = await compared.sample(reader, config);
			const more = found.length > 0 ? await about(reader, config) : {};
			return found.map((event) => ({
				...event,
				key: `${event.key}:${event.at}`,
				about: { ...event.about, ...more },
			}));
		},
	};
}
