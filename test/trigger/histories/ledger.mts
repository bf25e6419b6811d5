/** An event that may or must be delivered. */
interface Fact {
	/** Complete polls until the event must be delivered; undefined when it may be delivered but need not. */
	left: number | undefined;
	/** The complete polls that the event alone would take. */
	promised: number;
	/** The time in milliseconds from which polls count. */
	notBefore: number;
	delivered: number;
}

/** Keeps account of the events that the documentation promises and of those that were delivered. */
export class Ledger {
	/** The complete polls so far. */
	polls = 0;

	/** The value of `polls` when the state was stored last. */
	storedPolls = 0;

	private readonly facts = new Map<string, Fact>();

	/** Whether a late event fails the history, or only a lost one. */
	isTimed = true;

	/** @param batch how many events one poll delivers */
	constructor(private readonly batch: number) {}

	/** Requires that an event is delivered within `polls` complete polls, counted from `notBefore`. */
	due(id: string, polls: number, notBefore = 0): void {
		const delivered = this.facts.get(id)?.delivered ?? 0;
		this.facts.set(id, { left: polls, promised: polls, notBefore, delivered });
		this.extend();
	}

	/** Allows that an event is delivered once. */
	may(id: string): void {
		const fact = this.facts.get(id);
		if (fact) fact.left = undefined;
		else this.facts.set(id, { left: undefined, promised: 0, notBefore: 0, delivered: 0 });
		this.extend();
	}

	isDelivered(id: string): boolean {
		return (this.facts.get(id)?.delivered ?? 0) > 0;
	}

	private get open(): Fact[] {
		return [...this.facts.values()].filter(
			({ left, delivered }) => delivered === 0 && left !== undefined,
		);
	}

	get isSettled(): boolean {
		return this.open.length === 0;
	}

	/** Extends the deadlines when the open events take several batches. Newer events may be delivered first. */
	private extend(): void {
		const waiting = [...this.facts.values()].filter(({ delivered }) => delivered === 0);
		const batches = Math.ceil(waiting.length / this.batch);
		const more = batches > 1 ? batches : 0;
		for (const fact of this.open) fact.left = Math.max(fact.left ?? 0, fact.promised + more);
	}

	/** Starts the deadlines of all open events again, after a fault. */
	again(polls = 0, notBefore = 0): void {
		for (const fact of this.open) {
			fact.promised = Math.max(fact.promised, polls);
			fact.left = fact.promised;
			fact.notBefore = Math.max(fact.notBefore, notBefore);
		}
		this.extend();
	}

	/** @throws Error when an event was delivered that did not happen, or was delivered too often */
	deliver(names: string[], orphans: Map<string, number>): void {
		if (names.length > this.batch) throw new Error('More than a batch');
		let repeats = 0;
		for (const id of names) {
			const fact = this.facts.get(id);
			if (!fact) throw new Error(`${id} never happened`);
			fact.delivered++;
			const allowed = 1 + (orphans.get(id) ?? 0);
			if (fact.delivered > allowed) throw new Error(`${id} came ${fact.delivered} times`);
			if (fact.delivered > 1) repeats++;
		}
		// Events that are repeated after a crash take the places of open events in a full batch.
		if (repeats > 0 && names.length >= this.batch) this.postpone();
	}

	/** Extends the deadlines of all open events by one poll. */
	postpone(): void {
		for (const fact of this.open) fact.left = (fact.left ?? 0) + 1;
	}

	/** @throws Error when an event that this poll had to deliver is missing */
	endWholePoll(beganAt: number): void {
		this.polls++;
		for (const [id, fact] of this.facts) {
			if (fact.left === undefined || fact.delivered > 0 || beganAt < fact.notBefore) continue;
			fact.left--;
			if (this.isTimed && fact.left <= 0) throw new Error(`${id} is late or lost`);
		}
	}

	/** The names of events that had to be delivered and were not. */
	get lost(): string[] {
		return [...this.facts]
			.filter(([, { left, delivered }]) => left !== undefined && delivered === 0)
			.map(([id]) => id);
	}
}
