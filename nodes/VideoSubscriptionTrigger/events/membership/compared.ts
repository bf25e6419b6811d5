import { UserError } from 'n8n-workflow';

import type { ServiceReader } from '../../serviceReader';
import { serialize } from '../../checkpoint/codec';
import { withMovedUp } from '../../checkpoint/pages';
import type { Entry, ReadPage } from '../../checkpoint/records';
import { RequestBudget } from '../../checkpoint/requestBudget';
import { type Config, type EventSource, byTime, type TriggerEvent } from '../event';
import { type LookedUp, lookUpCustomer } from './lookUp';
import {
	endRound,
	isMember,
	markPresent,
	type Members,
	type MembershipCheckpoint,
	membershipOf,
} from './members';

/** Characters that the checkpoint may take; less at the beginning, so that there is room to grow. */
const MOST_CHARACTERS = 62_000;
const MOST_CHARACTERS_AT_START = 50_000;

/** Pages after which it is checked, at the beginning, whether everyone can be remembered. */
const PAGES_AT_ONCE = 100;

/** The share of the requests that goes to those who departed, and what one of them takes. */
const LOOK_UP_SHARE = 1 / 3;
const LOOK_UP_REQUESTS = 2;

/** Lists of customers that are compared with what they were, since the service tells no changes. */
export interface ComparedLists
	extends Pick<EventSource, 'description' | 'filters' | 'isProductRequired' | 'emptyHint'> {
	/** The names of the lists that are read. */
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
	/** Adds to events, if there are any, what one further request tells. */
	complete?(reader: ServiceReader, config: Config, events: TriggerEvent[]): Promise<TriggerEvent[]>;
	/** What to do when there are more customers than can be remembered. */
	tooManyHint: string;
}

/** One poll of lists that are compared; it changes the checkpoint that it is given. */
class Comparison {
	private readonly found: TriggerEvent[] = [];

	private readonly budget: RequestBudget;

	constructor(
		private readonly compared: ComparedLists,
		private readonly reader: ServiceReader,
		private readonly config: Config,
		private readonly checkpoint: MembershipCheckpoint,
	) {
		this.budget = new RequestBudget(reader, 0);
	}

	private async refuseBeyond(most: number): Promise<void> {
		if ((await serialize(this.checkpoint)).length <= most) return;
		throw new UserError(
			'There are more customers to compare than the trigger can remember, about 20,000',
			{ description: this.compared.tooManyHint },
		);
	}

	/** Goes on with the round as far as requests and room allow, by a page at least; whether it came to the end. */
	private async readRound(): Promise<boolean> {
		const { lists, departed, cursor } = this.checkpoint;
		for (const members of lists.slice(cursor.list)) {
			if (!(await this.readList(members))) return false;
			for (const id of endRound(members)) departed.add(id);
			cursor.list = (cursor.list + 1) % lists.length;
			cursor.page = 1;
			if (cursor.list > 0 && !this.budget.has(1)) return false;
		}
		return true;
	}

	/** Whether the list was read to its end. */
	private async readList(members: Members): Promise<boolean> {
		const { cursor } = this.checkpoint;
		const pages = this.compared.list(this.reader, this.config, members.name);
		const read = withMovedUp(pages, () => this.budget.has(1));
		for (; ; cursor.page++) {
			const { entries, isLast } = await read(cursor.page);
			if (!entries.every((entry) => this.note(members, entry))) return false;
			if (isLast) return true;
			if (this.budget.has(1)) continue;
			cursor.page++;
			return false;
		}
	}

	/** Notes who is met; false where there is no room for the event that it is: it stays unknown, and is met again. */
	private note(members: Members, entry: Entry): boolean {
		const isNewcomer = this.checkpoint.initialRounds === 0 && !isMember(members, entry.id);
		const event = isNewcomer
			? this.compared.joinedEvent?.(this.config, members.name, entry)
			: undefined;
		if (event && this.found.length >= this.config.batch) return false;
		if (event) this.found.push(event);
		markPresent(members, entry.id);
		return true;
	}

	/** Looks up what became of those who departed, as far as requests and room allow. */
	private async lookUp(): Promise<void> {
		const { departed, lists } = this.checkpoint;
		for (const id of departed) {
			const isElsewhere = lists.some((members) => isMember(members, id));
			const canFire = !isElsewhere && this.compared.firesOnDeparture?.(this.config);
			const hasRoom = this.found.length < this.config.batch;
			if (canFire && !(hasRoom && this.budget.has(LOOK_UP_REQUESTS))) return;
			departed.delete(id);
			if (!canFire) continue;
			const customer = await lookUpCustomer(this.reader, this.config, id);
			const event = customer && this.compared.leftEvent?.(this.config, customer);
			if (event) this.found.push(event);
		}
	}

	/** Learns who is in the lists, as far as the time of this poll allows; the next poll goes on. */
	async learn(): Promise<void> {
		do {
			this.budget.extend(PAGES_AT_ONCE);
			if (await this.readRound()) this.checkpoint.initialRounds--;
			await this.refuseBeyond(MOST_CHARACTERS_AT_START);
		} while (this.checkpoint.initialRounds > 0 && this.reader.affordable() >= 1);
	}

	/** Goes on with the round; the events of those who came into a list or left one, oldest first. */
	async compare(): Promise<TriggerEvent[]> {
		const { requestsPerPoll } = this.config;
		const share = Math.max(LOOK_UP_REQUESTS, Math.floor(requestsPerPoll * LOOK_UP_SHARE));
		this.budget.extend(share);
		await this.lookUp();
		this.budget.extend(requestsPerPoll - share);
		const { list, page } = this.checkpoint.cursor;
		const isThrough = await this.readRound();
		// What changed before the place where the last poll stopped.
		if (isThrough && list + page > 1 && this.budget.has(1)) await this.readRound();
		// Those whom this round missed for the second time.
		await this.lookUp();
		await this.refuseBeyond(MOST_CHARACTERS);
		return this.found.sort(byTime);
	}
}

/** An event that fires when a customer comes into a list, or leaves it. */
export function comparison(compared: ComparedLists): EventSource<MembershipCheckpoint> {
	const { complete = async (_, __, all) => all, ...rest } = compared;
	return {
		...rest,
		record: 'customer',

		// An earlier moment makes no difference: the service does not tell when a customer came or left.
		async start(reader, config) {
			const checkpoint = membershipOf(compared.watched(config));
			await new Comparison(compared, reader, config, checkpoint).learn();
			return checkpoint;
		},

		async poll(reader, config, checkpoint) {
			const comparison = new Comparison(compared, reader, config, checkpoint);
			if (checkpoint.initialRounds > 0) {
				await comparison.learn();
				return { events: [], checkpoint };
			}
			const events = await comparison.compare();
			return { events: await complete(reader, config, events), checkpoint };
		},

		async sample(reader, config) {
			return await complete(reader, config, await compared.sample(reader, config));
		},
	};
}
