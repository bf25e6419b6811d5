import type { Fault } from '../faults.mts';
import { oneOf, type ValueOf } from './trait.mts';

const faultStatuses = [
	408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529,
];
const disturbingKinds = ['html', 'redirect', 'disconnect', 'cutBody', 'malformed', 'drip'] as const;

/** 404 responses of a proxy; `lostThen404` is a 502 first, as for a DELETE that is retried. */
const proxies = ['html404', 'empty404', 'foreign404', 'lostThen404'] as const;
const proxyFaults: Record<(typeof proxies)[number], (index: number) => Fault> = {
	html404: () => ({ kind: 'html', status: 404 }),
	empty404: () => ({ kind: 'empty' }),
	foreign404: () => ({ kind: 'foreignJson' }),
	lostThen404: (index) => ({ kind: index === 0 ? 'html' : 'empty' }),
};

/** Faults that occur without being requested; see `Faults` for those on demand. */
export const disturbanceTraits = {
	/** The fault: a status, a kind of `Fault`, or a 404 of a proxy. */
	disturbance: oneOf('none', ...faultStatuses.map(String), ...disturbingKinds, ...proxies),
	/** The requests that may meet it; those below /oauth never do. */
	disturbed: oneOf('creations', 'writes', 'reads', 'all'),
	/** Which of these requests meet it. */
	disturbedTimes: oneOf('first', 'firstTwo', 'everySecond', 'each'),
	/** Whether a request that meets it is performed nevertheless. */
	disturbedRequest: oneOf('performed', 'dropped'),
} as const;

type Disturbance = {
	[Trait in keyof typeof disturbanceTraits]: ValueOf<(typeof disturbanceTraits)[Trait]>;
};

const isRead = (method: string) => method === 'GET';
const groups: Record<Disturbance['disturbed'], (method: string) => boolean> = {
	creations: (method) => method === 'POST',
	writes: (method) => !isRead(method),
	reads: isRead,
	all: () => true,
};
const rhythms: Record<Disturbance['disturbedTimes'], (index: number) => boolean> = {
	first: (index) => index === 0,
	firstTwo: (index) => index < 2,
	everySecond: (index) => index % 2 === 0,
	each: () => true,
};
/** Decides which requests meet the fault, in the order of requests. */
export class Disturbances {
	private met = 0;

	constructor(private readonly settings: Disturbance) {}

	/** Returns the fault that a request meets, if any. */
	take(method: string, path: string): Fault | undefined {
		const { disturbance, disturbed, disturbedTimes } = this.settings;
		const isConcerned = groups[disturbed](method) && !path.startsWith('/oauth/');
		if (disturbance === 'none' || !isConcerned) return undefined;
		this.met += 1;
		return rhythms[disturbedTimes](this.met - 1) ? this.fault(this.met - 1) : undefined;
	}

	private fault(index: number): Fault {
		const { disturbance, disturbedRequest } = this.settings;
		const proxy = proxies.find((name) => name === disturbance);
		// A proxy that does not know the service passes nothing on.
		if (proxy !== undefined) return proxyFaults[proxy](index);
		const kind = disturbingKinds.find((name) => name === disturbance);
		// A request beyond the rate limit is not performed.
		const isPerformed = disturbedRequest === 'performed' && disturbance !== '429';
		return kind === undefined
			? { kind: 'status', status: Number(disturbance), isPerformed }
			: { kind, isPerformed };
	}
}
