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

/** Maximum number of customers while the lists are learnt. A round through so many customers takes nine polls. */
const MAX_MEMBERS = 22_000;

/** Pages that are read between two checks of that maximum. */
const PAGES_AT_ONCE = 100;

/** Maximum requests to look up a departed customer, and a customer who is missing in a list. */
const DEPARTED_REQUESTS = 2;
const MISSED_REQUESTS = 3;

/** Share of a poll's requests for departed customers, and the larger share for an event that only they cause. */
const LOOK_UP_SHARE = 1 / 3;
const LOOK_UP_SHARE_ALONE = 4 / 5;

/** Requests that are reserved to check the account until the poll has found a known customer. */
const ACCOUNT_REQUESTS = 1;

/** Maximum number of inconclusive look-ups in a poll. */
const MAX_INCONCLUSIVE = 3;

/** Inconclusive look-ups of one customer after which other customers are looked up first. */
const MAX_TRIES = 3;

/** When more customers than this number and this share of a list leave at once, a sample of them is looked up. */
const PLAUSIBLE_LEAVERS = 20;
const PLAUSIBLE_SHARE = 0.1;
const SAMPLE_SIZE = 3;

/** Minimum number of known customers to recognise another account, or a list that is wrongly empty. */
const LEAST_KNOWN = 5;

/** An event that is found by comparing lists of customers with earlier ones, because the service does not report changes. */
export interface ComparedLists
	extends Pick<EventSource, 'description' | 'filters' | 'isProductRequired' | 'emptyHint'> {
	/** The lists to read, by customer status. */
	watched(config: Config): string[];
	/** The pages of a list, oldest first. */
	list(reader: ServiceReader, config: Config, name: string): ReadPage;
	/** Returns the event of a customer who joined a list, if it is one. */
	joinedEvent?(config: Config, list: string, newcomer: Entry): TriggerEvent | undefined;
	/** Returns whether leaving all lists can be an event. */
	firesOnDeparture?(config: Config): boolean;
	/** Returns the event of a customer who left all lists, if it is one. */
	leftEvent?(config: Config, customer: LookedUp): TriggerEvent | undefined;
	/** Returns some of the newest records, for Fetch Test Event. */
	sample(reader: ServiceReader, config: Config): Promise<TriggerEvent[]>;
	/** Reads, with one request, the fields that each item has after those of the record. */
	about?(reader: ServiceReader, config: Config): Promise<IDataObject>;
	/** What to do when there are more customers than can be remembered. */
	tooManyHint: string;
}

/** Returns at most `count` ids, evenly spread over all of them. */
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

/** One poll. Changes the given checkpoint in place. */
class Comparison {
	private readonly found: TriggerEvent[] = [];

	private readonly budget: RequestBudget;

	/** The customers who were known before this poll. */
	private readonly known: number[];

	/** Whether this poll has found one of them, which proves that the account is the same. */
	private hasMetKnown = false;

	/** Whether this poll has found a customer who was not known. */
	private hasMetOthers = false;

	/** Whether a list of this poll was shorter than its `total`, so that look-ups need to be confirmed. */
	private hasMissing = false;

	constructor(
		private readonly compared: ComparedLists,
		private readonly reader: ServiceReader,
		private readonly config: Config,
		private readonly checkpoint: MembershipCheckpoint,
	) {
		this.budget = new RequestBudget(reader, 0);
		this.known = membersOf(checkpoint.lists);
	}

	/** Returns whether this many requests fit into the poll, in addition to the reserved check of the account. */
	private has(requests: number): boolean {
		return this.budget.has(requests + (this.hasMetKnown ? 0 : ACCOUNT_REQUESTS));
	}

	/** Continues the round by at least one page, as far as requests and batch allow. Returns whether it has ended. */
	private async readRound(): Promise<boolean> {
		const { lists, cursor } = this.checkpoint;
		for (const members of lists.slice(cursor.list)) {
			if (!(await this.readList(members))) return false;
			Object.assign(cursor, { ...START, list: (cursor.list + 1) % lists.length });
			if (cursor.list > 0 && !this.has(1)) return false;
		}
		return true;
	}

	/** Reads the rest of a list. Returns whether it has ended. */
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

	/** Records that a customer is listed. Returns false when the event does not fit into the batch. */
	private note(members: Members, entry: Entry): boolean {
		if (isMember(members, entry.id)) this.hasMetKnown = true;
		else if (this.checkpoint.roundsToLearn === 0 && !this.join(members, entry)) return false;
		markPresent(members, entry.id);
		return true;
	}

	/** Adds the event of a customer who is new in the list. Returns false when the batch is full. */
	private join(members: Members, entry: Entry): boolean {
		this.hasMetOthers = true;
		// The list was incomplete when it was learnt: its total counted this customer, who has not changed since.
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
	 * Ends the round of a list. Discards it when look-ups do not confirm that the missed customers left.
	 *
	 * @param missing how many records the `total` counts beyond those listed
	 * @returns false when no request is left for look-ups: the next poll reads the last page again
	 */
	private async endList(members: Members, missing: number): Promise<boolean> {
		const missed = members.unseenLastRound.size;
		this.hasMissing ||= missing > 0;
		if (this.checkpoint.roundsToLearn > 0) members.hidden = missing;
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
		for (const id of endRound(members)) this.checkpoint.departed.set(id, 0);
		return true;
	}

	/** Looks up a sample of the customers who were missing in two rounds. Returns whether it confirms that they left. */
	private async haveLeft({ name, unseenLastRound: missed }: Members): Promise<boolean> {
		const results: string[] = [];
		for (const id of spread(missed, SAMPLE_SIZE)) {
			if (!this.has(MISSED_REQUESTS) || results.includes('listed')) break;
			results.push(await lookUpMissed(this.reader, this.config, name, id));
		}
		const count = (result: string) => results.filter((one) => one === result).length;
		const isUnknown = count('unknown') === results.length;
		if (isUnknown && !this.hasMetKnown && missed.size >= LEAST_KNOWN) throw otherAccount();
		if (count('listed') === 0 && count('left') * 2 >= results.length) return true;
		this.reader.warn(
			`The list of ${name} customers lacks ${missed.size} who were in it, and look-ups do not confirm that they left. Nobody is taken for gone, the list is read again.`,
		);
		return false;
	}

	/**
	 * Looks up departed customers and adds their events, as far as requests and batch allow. A customer with an
	 * inconclusive look-up stays departed and is tried again after customers with fewer tries.
	 *
	 * @param isAgain whether to repeat inconclusive look-ups
	 */
	private async lookUp(isAgain: boolean): Promise<void> {
		const { departed, lists } = this.checkpoint;
		const canFire = this.compared.firesOnDeparture?.(this.config) ?? false;
		let inconclusive = 0;
		for (const [id, tries] of [...departed].sort(([, a], [, b]) => a - b)) {
			departed.delete(id);
			if (!canFire || lists.some((members) => isMember(members, id))) continue;
			departed.set(id, tries);
			const hasRoom =
				this.found.length < this.config.batch &&
				this.has(this.hasMissing ? MISSED_REQUESTS : DEPARTED_REQUESTS);
			const isDue = isAgain || tries === 0;
			if (!hasRoom || !isDue || inconclusive >= (tries < MAX_TRIES ? MAX_INCONCLUSIVE : 1)) return;
			const customer = await lookUpDeparted(this.reader, this.config, id, tries);
			if (typeof customer === 'string') {
				inconclusive++;
				departed.set(id, tries + 1);
				continue;
			}
			this.hasMetKnown = true;
			departed.delete(id);
			const event = this.compared.leftEvent?.(this.config, customer);
			if (event) this.found.push(event);
		}
	}

	/** @throws UserError when all customers of this poll are new, and the account does not have one of the known ones */
	private async assertSameAccount(): Promise<void> {
		const isOpen = this.hasMetOthers && !this.hasMetKnown && this.known.length >= LEAST_KNOWN;
		const [id = 0] = isOpen ? spread(this.known, 1) : [];
		if (isOpen && (await findCustomer(this.reader, id)) === 'unknown') throw otherAccount();
	}

	/** Reads the fields that each item has after those of the record. */
	async learnAbout(): Promise<void> {
		const about = await this.compared.about?.(this.reader, this.config);
		Object.assign(this.checkpoint.about, about);
	}

	/** Reads the lists without firing events, as far as the time of this poll allows. The next poll continues. */
	async learn(): Promise<void> {
		const { checkpoint, reader } = this;
		do {
			this.budget.extend(PAGES_AT_ONCE);
			if (await this.readRound()) checkpoint.roundsToLearn--;
			checkpoint.startedAt ||= reader.startedAt;
			if (membersOf(checkpoint.lists).length > MAX_MEMBERS) {
				throw new UserError(
					'There are more customers to compare than the trigger can remember, about 20,000',
					{ description: this.compared.tooManyHint },
				);
			}
		} while (checkpoint.roundsToLearn > 0 && reader.affordable() >= 1);
	}

	/**
	 * Continues the round, and returns the events, oldest first.
	 *
	 * @param isRestored whether the checkpoint may be older than the latest poll
	 */
	async compare(isRestored: boolean): Promise<TriggerEvent[]> {
		const { requestsPerPoll } = this.config;
		const share = this.compared.joinedEvent ? LOOK_UP_SHARE : LOOK_UP_SHARE_ALONE;
		const forDeparted = Math.max(DEPARTED_REQUESTS, Math.floor(requestsPerPoll * share));
		const atFirst = Math.min(requestsPerPoll, forDeparted + ACCOUNT_REQUESTS);
		this.budget.extend(atFirst);
		await this.lookUp(true);
		this.budget.extend(requestsPerPoll - atFirst);
		const { list, page } = this.checkpoint.cursor;
		const isFromStart = list === START.list && page === START.page;
		const isThrough = await this.readRound();
		// Reads the pages before the one where this poll began, or all pages again to find customers who left long ago.
		if (isThrough && (!isFromStart || isRestored) && this.has(1)) await this.readRound();
		// Looks up the customers who were missing for the second time in this poll's rounds.
		await this.lookUp(false);
		await this.assertSameAccount();
		if (this.found.length > 0 && this.budget.has(1)) await this.learnAbout();
		return withMarks(this.checkpoint, this.found).sort(byTime);
	}
}

/** Returns the source of an event that fires when a customer joins a list or leaves it. */
export function comparison(compared: ComparedLists): EventSource<MembershipCheckpoint> {
	const { about = async () => ({}) } = compared;
	return {
		...compared,
		record: 'customer',

		// Start From has no effect, because the service does not show when a customer joined or left.
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
