import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_CONNECTION } from '../../scripts/lib/n8nApi.mts';

/** Milliseconds from one answer of n8n to the next question. */
const PAUSE = 50;

/** How long n8n took to say that it is well; milliseconds since 1970. */
export interface Pulse {
	from: number;
	to: number;
}

/** Asks n8n again and again how it is, as a load balancer does, while something runs. */
export async function withPulses(url: string, work: () => Promise<void>): Promise<Pulse[]> {
	const pulses: Pulse[] = [];
	let isOver = false;
	const asking = (async () => {
		while (!isOver) {
			const from = Date.now();
			await (await fetch(`${url}/healthz`, { headers: OWN_CONNECTION })).text();
			pulses.push({ from, to: Date.now() });
			await sleep(PAUSE);
		}
	})();
	try {
		await work();
	} finally {
		isOver = true;
		await asking;
	}
	return pulses;
}

/** The longest that n8n took between two moments, in milliseconds. */
export function longestPulse(pulses: Pulse[], { from, to }: Pulse): number {
	const within = pulses.map((one) => Math.min(one.to, to) - Math.max(one.from, from));
	return Math.max(0, ...within);
}
