import { UserError } from 'n8n-workflow';

import { freeze } from '../../checkpoint/frozen';
import { readPages } from '../../checkpoint/pages';
import type { Entry } from '../../checkpoint/records';
import { RequestBudget } from '../../checkpoint/requestBudget';
import type { SortedList } from '../../checkpoint/sortedList';
import {
	type Config,
	type EventSource,
	inOrder,
	type Occurrence,
	type Outcome,
	type Reader,
} from '../event';
import {
	FIRST,
	forget,
	isKnown,
	type Members,
	membershipOf,
	type MembershipCheckpoint,
	missingIn,
	newcomersIn,
	noteVisits,
	type RoundCursor,
	see,
	type Visit,
} from './membership';
import { ENABLED } from './statuses';

/** Characters that the checkpoint may take; less at the beginning, so that there is room to grow. */
const MOST_CHARACTERS = 62_000;
const MOST_CHARACTERS_AT_START = 50_000;

/** What of a poll is needed to look somebody up. */
export interface LookUp {
	reader: Reader;
	config: Config;
	budget: RequestBudget;
}

/** The names of the lists in which a customer is known. */
export interface Whereabouts {
	/** Those that did not show the customer in a whole round. */
	missing: string[];
	others: string[];
}

/** What became of a customer who was missing from a list. */
export interface Verdict {
	/** The lists in which the customer is no more. */
	left: string[];
	/** The customer, when back among those who are enabled. */
	enabled?: Entry | undefined;
}

/** Lists of customers that are compared with what they were, since the service tells no changes. */
export interface ComparedLists
	extends Pick<EventSource, 'filters' | 'isProductRequired' | 'leastRequests' | 'nothing'> {
	/** The names of the lists that are read. */
	watched(config: Config): string[];
	list(reader: Reader, config: Config, name: string): SortedList;
	/** The names of the lists whose newcomers fire. */
	fires(config: Config): string[];
	occurrenceOf(config: Config, name: string, entry: Entry): Occurrence;
	/** The most requests that looking somebody up takes who is known in so many lists. */
	requestsOfVerdict(lists: number): number;
	/** What became of a customer who is missing from a list. */
	verdictOn(id: number, where: Whereabouts, lookUp: LookUp): Promise<Verdict>;
	/** What is said when there are more customers than can be remembered. */
	tooMany: { message: string; description: string };
}

/** The share of the requests that goes to customers who are missing from a list. */
const VERDICT_SHARE = 1 / 3;

interface Round {
	visits: Visit[];
	/** Where the next poll goes on. */
	cursor: RoundCursor;
	isComplete: boolean;
}

/** Goes on with the round through the lists, as long as there are requests; however slow the service is, by a page. */
async function readRound(
	compared: ComparedLists,
	{ reader, config, budget }: LookUp,
	{ lists, cursor: from }: MembershipCheckpoint,
): Promise<Round> {
	const visits: Visit[] = [];
	for (const [list, members] of lists.entries()) {
		if (list < from.list) continue;
		const start = list === from.list ? from : { ...FIRST, list };
		if (visits.length > 0 && !budget.has(1)) return { visits, cursor: start, isComplete: false };
		const read = budget.counting(compared.list(reader, config, members.name).oldest);
		// Where no total is told, each further page takes two requests.
		const { entries, cursor } = await readPages(read, start, () => budget.has(2));
		visits.push({ members, entries, isComplete: cursor.page === 0 });
		if (cursor.page > 0) return { visits, cursor: { ...cursor, list }, isComplete: false };
	}
	return { visits, cursor: FIRST, isComplete: true };
}

async function refuseBeyond(
	most: number,
	{ tooMany }: ComparedLists,
	checkpoint: MembershipCheckpoint,
): Promise<void> {
	if ((await freeze(checkpoint)).length <= most) return;
	throw new UserError(tooMany.message, { description: tooMany.description });
}

/** Pages after which it is checked whether everyone can be remembered. */
const PAGES_AT_ONCE = 100;

/** Learns who is in the lists, as far as the time of this poll allows; the next poll goes on. */
async function learn(
	compared: ComparedLists,
	reader: Reader,
	config: Config,
	before: MembershipCheckpoint,
): Promise<MembershipCheckpoint> {
	let checkpoint = before;
	do {
		const budget = new RequestBudget(PAGES_AT_ONCE, () => reader.affordable());
		const round = await readRound(compared, { reader, config, budget }, checkpoint);
		noteVisits(round.visits);
		const learning = checkpoint.learning - (round.isComplete ? 1 : 0);
		checkpoint = { ...checkpoint, cursor: round.cursor, learning };
		await refuseBeyond(MOST_CHARACTERS_AT_START, compared, checkpoint);
	} while (checkpoint.learning > 0 && reader.affordable() >= 2);
	return checkpoint;
}

/** Looks up some of those who are missing; who is back fires, as far as there is room in the batch. */
async function readVerdicts(
	compared: ComparedLists,
	lookUp: LookUp,
	lists: Members[],
	room: number,
): Promise<Occurrence[]> {
	const occurrences: Occurrence[] = [];
	for (const id of missingIn(lists)) {
		const known = lists.filter((members) => isKnown(members, id));
		const where: Whereabouts = { missing: [], others: [] };
		for (const { name, missing } of known) where[missing.has(id) ? 'missing' : 'others'].push(name);
		const hasRequests = lookUp.budget.has(compared.requestsOfVerdict(known.length));
		if (occurrences.length >= room || !hasRequests) break;
		const { left, enabled } = await compared.verdictOn(id, where, lookUp);
		if (enabled) occurrences.push(compared.occurrenceOf(lookUp.config, ENABLED, enabled));
		for (const members of known) {
			if (left.includes(members.name)) forget(members, id);
			else if (members.missing.has(id)) see(members, id);
		}
	}
	return occurrences.sort(inOrder);
}

/** Who came into a list that fires, oldest first. */
function enteredIn(compared: ComparedLists, config: Config, visits: Visit[]) {
	return newcomersIn(visits)
		.filter(({ members }) => compared.fires(config).includes(members.name))
		.map(({ members, entry }) => ({
			members,
			occurrence: compared.occurrenceOf(config, members.name, entry),
		}))
		.sort((a, b) => inOrder(a.occurrence, b.occurrence));
}

async function compare(
	compared: ComparedLists,
	reader: Reader,
	config: Config,
	checkpoint: MembershipCheckpoint,
): Promise<Outcome<MembershipCheckpoint>> {
	const { lists } = checkpoint;
	const { batch, requestsPerPoll } = config;
	const share = Math.floor(requestsPerPoll * VERDICT_SHARE);
	const hasMissing = missingIn(lists).size > 0;
	const forVerdicts = hasMissing ? Math.max(compared.requestsOfVerdict(lists.length), share) : 0;
	const budget = new RequestBudget(requestsPerPoll - forVerdicts, () => reader.affordable());
	const lookUp = { reader, config, budget };
	if (hasMissing && checkpoint.isVerdictNext) {
		budget.extend(forVerdicts);
		const occurrences = await readVerdicts(compared, lookUp, lists, batch);
		return { occurrences, checkpoint: { ...checkpoint, isVerdictNext: false } };
	}
	const { visits, cursor } = await readRound(compared, lookUp, checkpoint);
	const entered = enteredIn(compared, config, visits);
	const taken = entered.slice(0, batch);
	const occurrences = taken.map(({ occurrence }) => occurrence);
	if (taken.length < entered.length) {
		// The rest is found again: the round stays where it was.
		for (const { members, occurrence } of taken) see(members, occurrence.entry.id);
		return { occurrences, checkpoint };
	}
	noteVisits(visits);
	budget.extend(forVerdicts);
	const waiting = missingIn(lists).size;
	const back = await readVerdicts(compared, lookUp, lists, batch - occurrences.length);
	// However slow the service is, pages of the round and verdicts take turns.
	const isVerdictNext = hasMissing && missingIn(lists).size === waiting;
	return {
		occurrences: [...occurrences, ...back].sort(inOrder),
		checkpoint: { ...checkpoint, cursor, isVerdictNext },
	};
}

/** An event that fires when a customer comes into a list. */
export function comparison(compared: ComparedLists): EventSource<MembershipCheckpoint> {
	const { filters, isProductRequired = false, leastRequests = 5, nothing } = compared;
	return {
		filters,
		isProductRequired,
		leastRequests,
		nothing,
		record: 'customer',

		// An earlier moment makes no difference: the service does not tell when a customer came.
		async start(reader, config) {
			return await learn(compared, reader, config, membershipOf(compared.watched(config)));
		},

		async poll(reader, config, before) {
			const outcome =
				before.learning > 0
					? { occurrences: [], checkpoint: await learn(compared, reader, config, before) }
					: await compare(compared, reader, config, before);
			await refuseBeyond(MOST_CHARACTERS, compared, outcome.checkpoint);
			return outcome;
		},

		async sample(reader, config, count) {
			const found: Occurrence[] = [];
			for (const name of compared.fires(config)) {
				const { entries } = await compared.list(reader, config, name).newest(1);
				found.push(...entries.map((entry) => compared.occurrenceOf(config, name, entry)));
			}
			return found.sort(inOrder).slice(-count);
		},
	};
}
