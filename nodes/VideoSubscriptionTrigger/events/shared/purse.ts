import type { Reader } from '../../core/types';

/** Counts requests down, so that a poll never spends more than it may. */
export class Purse {
	constructor(
		private left: number,
		protected readonly reader: Reader,
	) {}

	get hasMore(): boolean {
		return this.has(1);
	}

	has(requests: number): boolean {
		return this.left >= requests && this.reader.affordable() >= requests;
	}

	spend(): void {
		this.left--;
	}

	refill(requests: number): void {
		this.left += requests;
	}
}
