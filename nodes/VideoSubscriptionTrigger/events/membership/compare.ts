import { UserError } from 'n8n-workflow';

import { readPages, type ReadPage } from '../../checkpoint/pages';
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
	advanceRound,
	advanceVerdicts,
	charactersOf,
	FIRST,
	knownLists,
	learn,
	loadMembership,
	type MembershipCheckpoint,
	membershipOf,
	missingIn,
	MOST_CHARACTERS,
	MOST_CHARACTERS_AT_START,
	type RoundCursor,
	storeMembership,
	type Verdict,
	type Visit,
} from './membership';

/** What of a poll is needed to look somebody up. */
export interface LookUp {
	reader: Reader;
	config: Config;
	budget: RequestBudget;
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
	/** Where a customer is who was missing from a list. */
	verdictOn(id: number, known: string[], lookUp: LookUp): Promise<Verdict>;
	/** What is said when there are more customers than can be remembered. */
	tooMany: { message: string; description: string };
}

/** The share of the requests that goes to customers who are missing from a list. */
const VERDICT_SHARE = 1 / 3;

/**
 * Goes on with the round through the lists, as long as there are requests.
 *
 * @param reserved requests whose time is kept for the rest of the poll
 */
async function readRound(
	compared: ComparedLists,
	{ reader, config, budget }: LookUp,
	from: RoundCursor,
	reserved: number,
): Promise<{ visits: Visit[]; cursor: RoundCursor }> {
	const visits: Visit[] = [];
	const mayRead = (requests: number) =>
		budget.has(requests) && reader.affordable() >= requests + reserved;
	for (const [index, name] of compared.watched(config).entries()) {
		if (index < from.list) continue;
		const start = index === from.list ? from : { ...FIRST, list: index };
		if (visits.length > 0 && !mayRead(1)) return { visits, cursor: start };
		const read = budget.counting(compared.list(reader, config, name).oldest);
		// Where no total is told, each further page takes two requests.
		const { entries, cursor } = await readPages(read, start, () => mayRead(2));
		visits.push({ list: name, entries, isComplete: cursor.page === 0 });
		if (cursor.page > 0) return { visits, cursor: { ...cursor, list: index, pass: undefined } };
	}
	return { visits, cursor: FIRST };
}

async function refuseBeyond(
	most: number,
	{ tooMany }: ComparedLists,
	checkpoint: MembershipCheckpoint,
): Promise<void> {
	if ((await charactersOf(checkpoint)) <= most) return;
	throw new UserError(tooMany.message, { description: tooMany.description });
}

/** Pages after which it is checked whether everyone can be remembered. */
const PAGES_AT_ONCE = 100;

function countingPages(read: ReadPage) {
	let pages = 0;
	const counted: ReadPage = async (page) => {
		pages++;
		return await read(page);
	};
	return { read: counted, pages: () => pages };
}

/** Learns who is in the lists, as far as the time of this poll allows; the next poll goes on. */
async function learnOn(
	compared: ComparedLists,
	reader: Reader,
	config: Config,
	begun: MembershipCheckpoint,
): Promise<MembershipCheckpoint> {
	let checkpoint = begun;
	const names = compared.watched(config);
	for (let isFirst = true; checkpoint.cursor.pass !== undefined; isFirst = false) {
		if (!isFirst && reader.affordable() < 2) break;
		const { cursor } = checkpoint;
		const name = names[cursor.list] ?? '';
		const { read, pages } = countingPages(compared.list(reader, config, name).oldest);
		const { entries, cursor: next } = await readPages(
			read,
			cursor,
			() => pages() < PAGES_AT_ONCE && reader.affordable() >= 2,
		);
		const isOnePage = cursor.page === 1 && next.page === 0 && pages() === 1;
		const visit = { list: name, entries, isComplete: next.page === 0 };
		checkpoint = learn(checkpoint, visit, next, isOnePage);
		await refuseBeyond(MOST_CHARACTERS_AT_START, compared, checkpoint);
	}
	return checkpoint;
}

async function readVerdicts(
	compared: ComparedLists,
	lookUp: LookUp,
	checkpoint: MembershipCheckpoint,
): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	for (const id of missingIn(checkpoint)) {
		const known = knownLists(checkpoint, id);
		if (!lookUp.budget.has(compared.requestsOfVerdict(known.length))) break;
		verdicts.push(await compared.verdictOn(id, known, lookUp));
	}
	return verdicts;
}

async function compare(
	compared: ComparedLists,
	reader: Reader,
	config: Config,
	before: MembershipCheckpoint,
): Promise<Outcome<MembershipCheckpoint>> {
	const { batch, requestsPerPoll } = config;
	const most = compared.requestsOfVerdict(before.lists.size);
	const forVerdicts =
		missingIn(before).length > 0 ? Math.max(most, Math.floor(requestsPerPoll * VERDICT_SHARE)) : 0;
	const budget = new RequestBudget(requestsPerPoll - forVerdicts, () => reader.affordable());
	const lookUp = { reader, config, budget };
	const occurrenceOf = (name: string, entry: Entry) => compared.occurrenceOf(config, name, entry);
	// However slow the service is, a page of the round and a verdict fit into each poll.
	const reserved = forVerdicts > 0 ? compared.requestsOfVerdict(1) : 0;
	const read = await readRound(compared, lookUp, before.cursor, reserved);
	const firing = { fires: compared.fires(config), occurrenceOf };
	const round = advanceRound(before, read, firing, batch);
	budget.extend(forVerdicts);
	const verdicts = round.isTooMuch ? [] : await readVerdicts(compared, lookUp, round.after);
	const room = batch - round.occurrences.length;
	const back = (entry: Entry) => occurrenceOf('enabled', entry);
	const end = advanceVerdicts(round.after, verdicts, back, room);
	await refuseBeyond(MOST_CHARACTERS, compared, end.after);
	const occurrences = [...round.occurrences, ...end.occurrences].sort(inOrder);
	return { occurrences, checkpoint: end.after };
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
			return await learnOn(compared, reader, config, membershipOf(compared.watched(config)));
		},

		async poll(reader, config, before) {
			if (before.cursor.pass === undefined) return await compare(compared, reader, config, before);
			return { occurrences: [], checkpoint: await learnOn(compared, reader, config, before) };
		},

		async sample(reader, config, count) {
			const found: Occurrence[] = [];
			for (const name of compared.fires(config)) {
				const { entries } = await compared.list(reader, config, name).newest(1);
				found.push(...entries.map((entry) => compared.occurrenceOf(config, name, entry)));
			}
			return found.sort(inOrder).slice(-count);
		},

		store: storeMembership,
		load: loadMembership,
	};
}
