/** What is known of the customers in one list, each in one of the sets. */
export interface Members {
	/** The name of the list. */
	name: string;
	/** Met in the present round through the list. */
	present: Set<number>;
	/** Not met yet in the present round. */
	unseenThisRound: Set<number>;
	/** Not met in the whole round before, nor yet in the present one. */
	unseenLastRound: Set<number>;
}

/** The customers in some lists, which are read round after round and compared. */
export interface MembershipCheckpoint {
	/** In the order of the round. */
	lists: Members[];
	/** Where the round goes on: number of the list from 0, page. */
	cursor: { list: number; page: number };
	/** Rounds at the beginning that are still to be read: whoever is met in them does not fire. */
	initialRounds: number;
	/** Those who were not met in two whole rounds, until it is looked up what became of them. */
	departed: Set<number>;
}

/** Where records move while the first round is read, somebody may be met in the second one only. */
const INITIAL_ROUNDS = 2;

export function membershipOf(names: string[]): MembershipCheckpoint {
	const lists = names.map((name) => ({
		name,
		present: new Set<number>(),
		unseenThisRound: new Set<number>(),
		unseenLastRound: new Set<number>(),
	}));
	return {
		lists,
		cursor: { list: 0, page: 1 },
		initialRounds: INITIAL_ROUNDS,
		departed: new Set(),
	};
}

export function isMember(
	{ present, unseenThisRound, unseenLastRound }: Members,
	id: number,
): boolean {
	return present.has(id) || unseenThisRound.has(id) || unseenLastRound.has(id);
}

/** Notes that a customer stands in a list. */
export function markPresent(
	{ present, unseenThisRound, unseenLastRound }: Members,
	id: number,
): void {
	unseenThisRound.delete(id);
	unseenLastRound.delete(id);
	present.add(id);
}

/** Ends the round through one list; gives those who were not met in it, nor in the one before. */
export function endRound(members: Members): number[] {
	const departed = [...members.unseenLastRound];
	members.unseenLastRound = members.unseenThisRound;
	members.unseenThisRound = members.present;
	members.present = new Set();
	return departed;
}
