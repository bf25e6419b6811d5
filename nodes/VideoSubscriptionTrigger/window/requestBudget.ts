import type { ServiceReader } from '../serviceReader';

/** The requests that a person allows a poll to spend, as far as they fit into its time. */
export class RequestBudget {
	private most: number;

	constructor(
		private readonly reader: Pick<ServiceReader, 'requests' | 'affordable'>,
		requests: number,
	) {
		this.most = reader.requests + requests;
	}

	has(requests: number): boolean {
		return this.reader.requests + requests <= this.most && this.reader.affordable() >= requests;
	}

	/** Allows more, once the first part of a poll is done. */
	extend(requests: number): void {
		this.most += requests;
	}
}
