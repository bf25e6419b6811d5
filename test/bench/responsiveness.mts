import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_CONNECTION } from '../../scripts/lib/n8nApi.mts';

/** Milliseconds between a response of n8n and the next request. */
const PAUSE = 100;

/** A health check: when it was sent and answered, in milliseconds since the epoch. */
export interface Pulse {
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

/** Returns the health check that was answered last of all after it was sent, or none. */
export const longestOf = (pulses: Pulse[]): Pulse =>
	pulses.reduce((longest, pulse) => (lengthOf(pulse) > lengthOf(longest) ? pulse : longest), {
		from: 0,
		to: 0,
	});

/** Returns the milliseconds between sending and answer. */
export const lengthOf = ({ from, to }: Pulse): number => to - from;
