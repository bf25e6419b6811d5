import type { SimulatedAnswer } from './answer.mts';

export const faultKinds = [
	/** The given status, with a `message`, or the given body. Default 500. */
	'status',
	/** The connection is cut before the request is performed. */
	'disconnect',
	/** The request is performed, then the connection is cut. */
	'disconnectAfter',
	/** No answer ever comes; nothing is performed. */
	'timeout',
	/** The answer is cut off in the middle of its body. */
	'cutBody',
	/** The answer is not HTTP. */
	'malformed',
	/** The answer comes a byte a second. */
	'drip',
	/** A page of a proxy in place of JSON. Default 502. */
	'html',
	/** Nothing, of a proxy. Default 404. */
	'empty',
	/** JSON of another service behind the same proxy, without a `message`. Default 404. */
	'foreignJson',
	/** JSON that ends in the middle. Default 200. */
	'notJson',
	/** Default 302, to an origin that is not the service. */
	'redirect',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
	/** Which requests: those of a method, and of a path below the base address (equal to a text, or matching). */
	match?: { method?: string; path?: string | RegExp | undefined };
	/** How many matching requests it meets; `Infinity`: all from then on. Default 1. */
	times?: number;
	/** How many matching requests pass before. Default 0. */
	after?: number;
	/** Default `status`. */
	kind?: FaultKind;
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/**
	 * Whether the request is performed all the same. Default: for `disconnectAfter`, `cutBody`,
	 * `malformed` and `drip`.
	 */
	isPerformed?: boolean;
}

type BreakKind = Exclude<FaultKind, keyof typeof answers>;

/**
 * Thrown by `handle` where no whole answer comes: whoever carries the request cuts or holds the
 * connection, or sends what there is of the answer.
 */
export class SimulatedFault extends Error {
	/** @param answer what would be the answer, if there is one */
	constructor(
		readonly kind: BreakKind,
		readonly answer?: SimulatedAnswer,
	) {
		super(`No whole answer: ${kind}`);
	}
}

const json = { 'content-type': 'application/json; charset=utf-8' };
const answers = {
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
} satisfies Partial<Record<FaultKind, () => SimulatedAnswer>>;

const isAnswered = (kind: FaultKind): kind is keyof typeof answers => Object.hasOwn(answers, kind);

interface Armed extends Fault {
	passed: number;
	met: number;
}

/** What goes wrong on demand. Of several faults that match, the one added first is met. */
export class Faults {
	private armed: Armed[] = [];

	add(fault: Fault): void {
		this.armed.push({ ...fault, passed: 0, met: 0 });
	}

	clear(): void {
		this.armed = [];
	}

	/** The fault that a request meets, if any. */
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

/** Whether a request that meets the fault is performed all the same. */
export const isPerformedWith = ({ kind = 'status', isPerformed }: Fault): boolean =>
	isPerformed ?? ['disconnectAfter', 'cutBody', 'malformed', 'drip'].includes(kind);

/**
 * What the service answers when a fault is met.
 *
 * @param performed the answer to the request, where it was performed
 * @throws SimulatedFault where no whole answer comes
 */
export const answerOf = (fault: Fault, performed?: SimulatedAnswer): SimulatedAnswer => {
	const { kind = 'status' } = fault;
	if (!isAnswered(kind)) throw new SimulatedFault(kind, performed);
	const usual: SimulatedAnswer = answers[kind]();
	const status = fault.status ?? usual.status;
	const message = JSON.stringify({ message: `Simulated failure with status ${status}` });
	return {
		status,
		headers: { ...usual.headers, ...fault.headers },
		body: fault.body ?? (kind === 'status' ? message : usual.body),
	};
};
