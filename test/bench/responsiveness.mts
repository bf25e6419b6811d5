import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_CONNECTION } from '../../scripts/lib/n8nApi.mts';

/** Milliseconds between a response of n8n and the next request. */
const PAUSE = 50;

/** A health check: when it was sent and answered, in milliseconds since the epoch. */
interface Pulse {
	from: number;
	to: number;
}

/** Sends health checks continuously while `work` runs, as a load balancer does. */
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

/** Returns the longest response time between two moments, in milliseconds. */
export function longestPulse(pulses: Pulse[], { from, to }: Pulse): number {
	const within = pulses.map((pulse) => Math.min(pulse.to, to) - Math.max(pulse.from, from));
	return Math.max(0, ...within);
}
