const TICK = 15_000;
const TICK_ON_TERMINAL = 1000;

const seconds = (since: number) => `${Math.round((Date.now() - since) / 1000)} s`;

/** Shows numbered steps with the time that each takes, on a terminal as well as in a log. */
export class Progress {
	private step = 0;

	constructor(private readonly steps: number) {}

	/** Runs one step and returns what it returns; `what` says what is done and, in brackets, how long it usually takes. */
	async run<T>(what: string, work: () => Promise<T>): Promise<T> {
		this.step += 1;
		const label = `[${this.step}/${this.steps}] ${what}`;
		const terminal = process.stdout.isTTY;
		const started = Date.now();
		process.stdout.write(terminal ? label : `${label}\n`);
		const ticker = setInterval(
			() =>
				process.stdout.write(
					terminal
						? `\r${label} … ${seconds(started)}`
						: `      still at it, ${seconds(started)}\n`,
				),
			terminal ? TICK_ON_TERMINAL : TICK,
		);
		try {
			const result = await work();
			process.stdout.write(
				terminal
					? `\r${label} … done in ${seconds(started)}\n`
					: `      done in ${seconds(started)}\n`,
			);
			return result;
		} catch (error) {
			process.stdout.write(
				terminal
					? `\r${label} … failed after ${seconds(started)}\n`
					: `      failed after ${seconds(started)}\n`,
			);
			throw error;
		} finally {
			clearInterval(ticker);
		}
	}
}
