import type { Fault } from '../faults.mts';
import { oneOf } from './trait.mts';

const statuses = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529];
const kinds = ['html', 'redirect', 'disconnect', 'cutBody', 'malformed', 'drip'] as const;

/** A 404 that is not the service's own; `lostThen404` comes after a 502, as to a repeated DELETE. */
const proxies = ['html404', 'empty404', 'foreign404', 'lostThen404'] as const;
const proxyFaults: Record<(typeof proxies)[number], (index: number) => Fault> = {
	html404: () => ({ kind: 'html', status: 404 }),
	empty404: () => ({ kind: 'empty' }),
	foreign404: () => ({ kind: 'foreignJson' }),
	lostThen404: (index) => ({ kind: index === 0 ? 'html' : 'empty' }),
};

/** Requests that go wrong by themselves, over and over; for one that goes wrong on demand see `Faults`. */
export const disturbanceTraits = {
	/** How: a status, a page or 404 of a proxy, a cut connection or body, bytes that are not HTTP, a drip, … */
	disturbance: oneOf('none', ...statuses.map(String), ...kinds, ...proxies),
	/** Which requests: creations, all writes, reads, or all; never those below /oauth. */
	disturbed: oneOf('creations', 'writes', 'reads', 'all'),
	/** Of those the first, the first two, every second one, or each. */
	disturbedTimes: oneOf('first', 'firstTwo', 'everySecond', 'each'),
	/** Whether a disturbed request is performed all the same. */
	disturbedRequest: oneOf('performed', 'dropped'),
} as const;

interface Settings {
	disturbance: string;
	disturbed: 'creations' | 'writes' | 'reads' | 'all';
	disturbedTimes: 'first' | 'firstTwo' | 'everySecond' | 'each';
	disturbedRequest: 'performed' | 'dropped';
}

const isRead = (method: string) => method === 'GET';
const groups: Record<Settings['disturbed'], (method: string) => boolean> = {
	creations: (method) => method === 'POST',
	writes: (method) => !isRead(method),
	reads: isRead,
	all: () => true,
};
const rhythms: Record<Settings['disturbedTimes'], (index: number) => boolean> = {
	first: (index) => index === 0,
	firstTwo: (index) => index < 2,
	everySecond: (index) => index % 2 === 0,
	each: () => true,
};
/** The disturbances of a service, in the order of its requests. */
export class Disturbances {
	private met = 0;

	constructor(private readonly settings: Settings) {}

	/** What the request meets, if anything. */
	take(method: string, path: string): Fault | undefined {
		const { disturbance, disturbed, disturbedTimes } = this.settings;
		const isConcerned = groups[disturbed](method) && !path.startsWith('/oauth/');
		if (disturbance === 'none' || !isConcerned) return undefined;
		this.met += 1;
		return rhythms[disturbedTimes](this.met - 1) ? this.fault(this.met - 1) : undefined;
	}

	private fault(index: number): Fault {
		const { disturbance, disturbedRequest } = this.settings;
		const proxy = proxies.find((one) => one === disturbance);
		// A proxy that does not know the service passes nothing on.
		if (proxy !== undefined) return proxyFaults[proxy](index);
		const kind = kinds.find((one) => one === disturbance);
		// A request beyond the rate limit is not performed.
		const isPerformed = disturbedRequest === 'performed' && disturbance !== '429';
		return kind === undefined
			? { kind: 'status', status: Number(disturbance), isPerformed }
			: { kind, isPerformed };
	}
}
