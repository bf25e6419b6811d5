import { UserError } from 'n8n-workflow';

import type { Choice, EventSource } from '../core/event';
import {
	advanceRound,
	advanceVerdicts,
	changeTo,
	charactersOf,
	ENABLED,
	FIRST_PLACE,
	inOrder,
	knownStatuses,
	LISTED_STATUSES,
	loadMemberships,
	type Memberships,
	membershipsFrom,
	MOST_CHARACTERS,
	MOST_CHARACTERS_AT_START,
	type Place,
	type StoredMemberships,
	storeMemberships,
	suspectsOf,
	type Verdict,
	type Visit,
} from '../core/memberships';
import { packIds } from '../core/pack';
import { readOn } from '../core/readOn';
import type { Entry, ListPage, Reader } from '../core/types';
import { customersWith } from './shared/customers';
import { Purse } from './shared/purse';

/** The share of the requests that goes to customers who are missed in a list. */
const VERDICT_SHARE = 1 / 3;

/**
 * The record, the lists in which the customer is known, the list of those who are enabled, and once
 * more the lists that the customer had not left, at least one fewer.
 */
const requestsOfVerdict = (lists: number) => 1 + 2 * lists;

const MOST_REQUESTS_OF_A_VERDICT = requestsOfVerdict(LISTED_STATUSES.length);

/** Enough for a verdict, a page again and three new ones. */
const LEAST_REQUESTS = MOST_REQUESTS_OF_A_VERDICT + 4;

/** After so many pages, what is known so far is measured. */
const MEASURED_PAGES = 100;

const MOST_PASSES = 3;

const REMEDY = 'Choose fewer statuses, or a product in Filters.';

/** Whoever is enabled again was in one of the other lists before. */
function watchedStatuses({ statuses }: Choice): string[] {
	return LISTED_STATUSES.filter(
		(status) => statuses.includes(ENABLED) || statuses.includes(status),
	);
}

function refuseBeyond(characters: number, most: number, problem: string): void {
	if (characters > most) throw new UserError(problem, { description: REMEDY });
}

function refuseStartBeyond(characters: number): void {
	refuseBeyond(
		characters,
		MOST_CHARACTERS_AT_START,
		'More customers have the chosen statuses than the trigger can remember, about 30,000 to 50,000',
	);
}

/** Everyone in a list; read again while that shows others, whom a shift of pages hid. */
async function everyone(reader: Reader, list: ListPage): Promise<Set<number>> {
	const ids = new Set<number>();
	const add = (entries: Entry[]) => entries.forEach(({ id }) => ids.add(id));
	let pages = 0;
	for (let pass = 0; pass < MOST_PASSES; pass++) {
		const { size } = ids;
		const { entries } = await readOn(list, 1, (page, before) => {
			add(before);
			pages = page;
			if (page % MEASURED_PAGES === 0) refuseStartBeyond(packIds(ids).length);
			return true;
		});
		add(entries);
		const isSettled = pages === 1 || (pass > 0 && ids.size === size);
		if (isSettled || reader.affordable() < 2 * pages) break;
	}
	return ids;
}

/** Goes on with the round through the lists, as long as there are requests. */
async function readRound(purse: Purse, reader: Reader, choice: Choice, from: Place) {
	const visits: Visit[] = [];
	for (const [number, status] of [...watchedStatuses(choice).entries()].slice(from.list)) {
		const page = number === from.list ? from.page : 1;
		if (!purse.hasMore) return { visits, place: { list: number, page } };
		const list = customersWith(status, reader, choice);
		// One page again: customers may have moved up to it since.
		const first = Math.max(1, page - 1);
		const { entries, next } = await readOn(
			async (pageNumber) => {
				purse.spend();
				return await list(pageNumber);
			},
			first,
			() => purse.hasMore,
		);
		visits.push({ status, entries, isComplete: next === 0 });
		if (next > 0) return { visits, place: { list: number, page: next } };
	}
	return { visits, place: FIRST_PLACE };
}

/** Looks up where a customer is who was missed in a list. */
async function verdictOn(
	id: number,
	known: string[],
	purse: Purse,
	reader: Reader,
	choice: Choice,
): Promise<Verdict> {
	purse.spend();
	const { row, isGone } = await reader.record(`/customers/${id}`);
	if (isGone) return { id, left: known };
	const email = row?.email;
	// One who cannot be looked up is taken to be where they were.
	if (typeof email !== 'string' || email === '') return { id, left: [] };
	const find = async (status: string) => {
		purse.spend();
		const { entries } = await customersWith(status, reader, choice, { email })(1);
		return entries.find((entry) => entry.id === id);
	};
	const left: string[] = [];
	const look = async (status: string) => {
		if (!(await find(status))) left.push(status);
	};
	for (const status of known) await look(status);
	if (left.length === 0 || !choice.statuses.includes(ENABLED)) return { id, left };
	const enabled = await find(ENABLED);
	const others = enabled ? known.filter((status) => !left.includes(status)) : [];
	// Left since the first look, these would fire for the same change once more.
	for (const status of others) await look(status);
	return { id, left, enabled };
}

async function readVerdicts(
	purse: Purse,
	reader: Reader,
	choice: Choice,
	memberships: Memberships,
): Promise<Verdict[]> {
	const verdicts: Verdict[] = [];
	for (const id of suspectsOf(memberships)) {
		const known = knownStatuses(memberships, id);
		if (!purse.has(requestsOfVerdict(known.length))) break;
		verdicts.push(await verdictOn(id, known, purse, reader, choice));
	}
	return verdicts;
}

/** Fires when a customer enters the list of a chosen status, or is enabled again. */
export const customerStatusChanged: EventSource<StoredMemberships> = {
	filters: ['product', 'statuses'],
	leastRequests: LEAST_REQUESTS,
	nothing: {
		message: 'There is no customer to show yet',
		description:
			'No customer has one of the chosen statuses. Choose other statuses or another product, and fetch a test event again.',
	},

	// An earlier moment makes no difference: the service does not tell when a status changed.
	async start(reader, choice) {
		const ids = new Map<string, Set<number>>();
		for (const status of watchedStatuses(choice)) {
			ids.set(status, await everyone(reader, customersWith(status, reader, choice)));
			const stored = storeMemberships(membershipsFrom(ids));
			refuseStartBeyond(charactersOf(stored));
		}
		return storeMemberships(membershipsFrom(ids));
	},

	async poll(reader, choice, place) {
		const { batch, statuses, commentRequests } = choice;
		const before = loadMemberships(place);
		const isMissing = suspectsOf(before).length > 0;
		const forVerdicts = isMissing
			? Math.max(MOST_REQUESTS_OF_A_VERDICT, Math.floor(commentRequests * VERDICT_SHARE))
			: 0;
		const purse = new Purse(commentRequests - forVerdicts, reader);
		const read = await readRound(purse, reader, choice, before.place);
		const round = advanceRound(before, read, statuses, batch);
		purse.refill(forVerdicts);
		const verdicts = round.isTooMuch
			? []
			: await readVerdicts(purse, reader, choice, round.memberships);
		const room = batch - round.happenings.length;
		const end = advanceVerdicts(round.memberships, verdicts, room);
		const stored = storeMemberships(end.memberships);
		refuseBeyond(
			charactersOf(stored),
			MOST_CHARACTERS,
			'More customers have the chosen statuses by now than the trigger can remember',
		);
		const happenings = [...round.happenings, ...end.happenings];
		return { happenings: happenings.sort(inOrder), place: stored };
	},

	async sample(reader, choice, count) {
		const pages = await Promise.all(
			choice.statuses.map(async (status) => {
				const { entries } = await customersWith(status, reader, choice)(1);
				return entries.map((entry) => changeTo(status, entry));
			}),
		);
		return pages.flat().sort(inOrder).slice(-count);
	},
};
