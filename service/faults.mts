import type { SimulatedResponse } from './response.mts';

export const faultKinds = [
	/** A status with a `message`, or with `body`. Default 500. */
	'status',
	/** The connection is cut before the request is performed. */
	'disconnect',
	/** The request is performed, then the connection is cut. */
	'disconnectAfter',
	/** No response is ever sent, and nothing is performed. */
	'timeout',
	/** The response is cut in the middle of its body. */
	'cutBody',
	/** The response is not HTTP. */
	'malformed',
	/** The response is sent a byte a second. */
	'drip',
	/** A proxy's HTML page. Default 502. */
	'html',
	/** A proxy's response without a body. Default 404. */
	'empty',
	/** A proxy's JSON, without a `message`. Default 404. */
	'foreignJson',
	/** JSON that ends in the middle. Default 200. */
	'notJson',
	/** A redirect to another origin. Default 302. */
	'redirect',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
	/** The requests that meet the fault. The path is the one below the base address. */
	match?: { method?: string; path?: string | RegExp | undefined };
	/** How many matching requests meet it; `Infinity` for all. Default 1. */
	times?: number;
	/** How many matching requests pass first. Default 0. */
	after?: number;
	/** Default `status`. */
	kind?: FaultKind;
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/**
	 * Whether the request is performed nevertheless. Default: true for `disconnectAfter`, `cutBody`, `malformed` and
	 * `drip`.
	 */
	isPerformed?: boolean;
}

type BreakKind = Exclude<FaultKind, keyof typeof responses>;

/** Thrown by `handle` where no whole response is sent. The caller cuts or holds the connection. */
export class SimulatedFault extends Error {
	/** @param response the response to the request, where it was performed */
	constructor(
		readonly kind: BreakKind,
		readonly response?: SimulatedResponse,
	) {
		super(`No whole response: ${kind}`);
	}
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const responses = {
	status: () => ({ status: 500, headers: json, body: '' }),
	html: () => ({
		status: 502,
		headers: { 'content-type': 'text/html; charset=utf-8' },
		body: '<!DOCTYPE html>\n<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>\n',
	}),
	empty: () => ({ status: 404, headers: {}, body: '' }),
	foreignJson: () => ({ status: 404, headers: json, body: '{"error":"no route matched"}' }),
	notJson: () => ({ status: 200, headers: json, body: '{"_links":{"self":' }),
	redirect: () => ({
		status: 302,
		headers: { location: 'http://elsewhere.invalid/customers' },
		body: '',
	}),
} satisfies Partial<Record<FaultKind, () => SimulatedResponse>>;

const isWhole = (kind: FaultKind): kind is keyof typeof responses => Object.hasOwn(responses, kind);

interface ArmedFault extends Fault {
	passed: number;
	met: number;
}

/** Faults on demand. A request meets the matching fault that was added first. */
export class Faults {
	private armed: ArmedFault[] = [];

	add(fault: Fault): void {
		this.armed.push({ ...fault, passed: 0, met: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/** Returns the fault that a request meets, and counts it. */
	take(method: string, path: string): Fault | undefined {
		const fault = this.armed.find((candidate) => {
			const { match = {}, after = 0 } = candidate;
			const isMet =
				(match.method === undefined || match.method.toUpperCase() === method) &&
				(match.path === undefined ||
					(typeof match.path === 'string' ? match.path === path : match.path.test(path)));
			if (isMet && candidate.passed < after) {
				candidate.passed += 1;
				return false;
			}
			return isMet;
		});
		if (fault === undefined) return undefined;
		fault.met += 1;
		if (fault.met >= (fault.times ?? 1)) this.armed.splice(this.armed.indexOf(fault), 1);
		return fault;
	}
}

/** Whether a request that meets the fault is performed nevertheless. */
export const isPerformedWith = ({ kind = 'status', isPerformed }: Fault): boolean =>
	isPerformed ?? ['disconnectAfter', 'cutBody', 'malformed', 'drip'].includes(kind);

/**
 * Returns the response to a request that meets a fault.
 *
 * @param performed the response to the request, where it was performed
 * @throws SimulatedFault where no whole response is sent
 */
export const faultResponse = (fault: Fault, performed?: SimulatedResponse): SimulatedResponse => {
	const { kind = 'status' } = fault;
	if (!isWhole(kind)) throw new SimulatedFault(kind, performed);
	const usual: SimulatedResponse = responses[kind]();
	const status = fault.status ?? usual.status;
	const message = JSON.stringify({ message: `Simulated failure with status ${status}` });
	return {
		status,
		headers: { ...usual.headers, ...fault.headers },
		body: fault.body ?? (kind === 'status' ? message : usual.body),
	};
};
