import { deepStrictEqual } from 'node:assert/strict';

/** A short list of named comparisons that ends in `N passed, N failed`. */
export class Checks {
	private passed = 0;
	private failed = 0;

	/** Compares two values deeply and says how it went. */
	equal(what: string, actual: unknown, expected: unknown): void {
		try {
			deepStrictEqual(actual, expected);
			this.passed += 1;
			console.log(`  ok      ${what}`);
		} catch (error) {
			this.failed += 1;
			console.log(`  FAILED  ${what}\n${error instanceof Error ? error.message : String(error)}`);
		}
	}

	/** Counts something that could not be compared at all as failed. */
	broken(error: unknown): void {
		this.failed += 1;
		console.log(`  FAILED  ${error instanceof Error ? error.message : String(error)}`);
	}

	get allPassed(): boolean {
		return this.failed === 0;
	}

	/** Prints the closing line. */
	close(): void {
		console.log(`\n${this.passed} passed, ${this.failed} failed`);
	}
}
