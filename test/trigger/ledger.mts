/** What can fire, and until when it must have. */
interface Fact {
	/** Whole polls that are left until it must have come; undefined where it only may. */
	left: number | undefined;
	/** What was promised for it alone. */
	promised: number;
	/** Milliseconds. Polls count from here on. */
	notBefore: number;
	delivered: number;
}

/** What the documentation promises, and what came of it. */
export class Ledger {
	/** Whole polls so far, and how many there were when state was stored last. */
	polls = 0;

	storedPolls = 0;

	private readonly facts = new Map<string, Fact>();

	/**
	 * @param batch events that one poll delivers
	 * @param isTimed whether it is asserted when an event comes, or only whether
	 */
	constructor(
		private readonly batch: number,
		private readonly isTimed: boolean,
	) {}

	/** From now on, or from a moment, it must come within so many polls. */
	due(id: string, polls: number, notBefore = 0): void {
		const delivered = this.facts.get(id)?.delivered ?? 0;
		this.facts.set(id, { left: polls, promised: polls, notBefore, delivered });
		this.extend();
	}

	/** It may come, once. */
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

	/** More than fit into a batch take several polls, the newest of them first. */
	private extend(): void {
		const waiting = [...this.facts.values()].filter(({ delivered }) => delivered === 0);
		const batches = Math.ceil(waiting.length / this.batch);
		const more = batches > 1 ? batches : 0;
		for (const fact of this.open) fact.left = Math.max(fact.left ?? 0, fact.promised + more);
	}

	/** Something was in the way: all that is open has its whole time again. */
	again(polls = 0, notBefore = 0): void {
		for (const fact of this.open) {
			fact.promised = Math.max(fact.promised, polls);
			fact.left = fact.promised;
			fact.notBefore = Math.max(fact.notBefore, notBefore);
		}
		this.extend();
	}

	/** @throws Error when something came that did not happen, or too often */
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
		// What comes again after a crash takes the place of others in a batch that is full.
		if (repeats > 0 && names.length >= this.batch) this.postpone();
	}

	/** The present poll may pass over what is open. */
	postpone(): void {
		for (const fact of this.open) fact.left = (fact.left ?? 0) + 1;
	}

	/** @throws Error when something that was promised for this poll did not come */
	endWholePoll(beganAt: number): void {
		this.polls++;
		for (const [id, fact] of this.facts) {
			if (fact.left === undefined || fact.delivered > 0 || beganAt < fact.notBefore) continue;
			fact.left--;
			if (this.isTimed && fact.left <= 0) throw new Error(`${id} is late or lost`);
		}
	}

	/** What did not come at all. */
	get lost(): string[] {
		return [...this.facts]
			.filter(([, { left, delivered }]) => left !== undefined && delivered === 0)
			.map(([id]) => id);
	}
}
