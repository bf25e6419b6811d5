import type { ServiceReader } from '../serviceReader';

/** The requests that a person allows a poll to spend, as far as they fit into its time. */
export class RequestBudget {
	private readonly spentBefore: number;

	constructor(
		private readonly reader: Pick<ServiceReader, 'requests' | 'affordable'>,
		private most: number,
	) {
		this.spentBefore = reader.requests;
	}

	has(requests: number): boolean {
		const spent = this.reader.requests - this.spentBefore;
		return spent + requests <= this.most && this.reader.affordable() >= requests;
	}

	/** Allows more, once the first part of a poll is done. */
	extend(requests: number): void {
		this.most += requests;
	}
}
