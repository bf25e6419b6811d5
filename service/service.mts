import { TrieRouter } from 'hono/router/trie-router';
import { z } from 'zod';

import { onBehalfHeaders, type Kind } from './contract/index.mts';
import { Refusal, type Reply, type SimulatedAnswer } from './answer.mts';
import { idIn, type World } from './call.mts';
import { decodeBody, decodeFields } from './decode.mts';
import { answerOf, Faults, isPerformedWith, type Fault } from './faults.mts';
import { routes } from './handlers/index.mts';
import { settle, type ServiceOptions, type Settings } from './options.mts';
import { Render } from './render.mts';
import type { Route } from './route.mts';
import { State } from './state.mts';
import { Tokens } from './tokens.mts';
import { echoed, withIds } from './traits/answers.mts';
import { Disturbances } from './traits/disturbances.mts';
import { Lag } from './traits/lag.mts';
import { writtenAnswer } from './traits/writes.mts';

export interface SimulatedRequest {
	method: string;
	/** The whole path, the base address's own path included. */
	path: string;
	query?: URLSearchParams | string;
	/** Names in any case. */
	headers?: Readonly<Record<string, string | undefined>>;
	/** Undefined: no body and no `Content-Length`. */
	body?: string | undefined;
}

export interface LoggedRequest {
	method: string;
	path: string;
	query: string;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	body: string;
	/** The endpoint of the contract, or null where there is none. */
	endpoint: string | null;
	/** Null when the connection was cut or held. */
	status: number | null;
	at: Date;
}

/** A request that breaks the contract. */
export interface Violation {
	request: LoggedRequest;
	problem: string;
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };
const documentationUrl = 'https://docs.example.com/errors';
const rateWindowMs = 1000;

/** The path of an endpoint for the router: a parameter takes the characters that its ids consist of. */
const routedPath = (path: string): string =>
	path.replaceAll(/:(\w+)/g, (name) => `${name}{${name === ':code' ? '\\w+' : '\\d+'}}`);
const router = new TrieRouter<Route>();
for (const route of routes) {
	router.add(route.endpoint.method, routedPath(route.endpoint.path), route);
}

interface Found {
	/** Several where endpoints share a path: the grants of `POST /oauth/token`. */
	routes: Route[];
	params: Record<string, string>;
}

const find = (method: string, path: string): Found => {
	const [matches] = router.match(method, path);
	const params = Object.entries(matches[0]?.[1] ?? {});
	return {
		routes: matches.map(([route]) => route),
		params: Object.fromEntries(params.map(([name, value]) => [name, String(value)])),
	};
};

const lowerCased = (headers: SimulatedRequest['headers'] = {}): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name.toLowerCase(), value]],
		),
	);

/** Keeps the last entries, at least so many and at most twice as many. */
const logLimit = 10_000;
const remember = <Entry,>(log: Entry[], entry: Entry): void => {
	log.push(entry);
	if (log.length > logLimit * 2) log.splice(0, log.length - logLimit);
};

/** What the body of a grant has to say about which one it is. */
const grantOf = ({ shape }: z.ZodObject) => shape.grant_type as z.ZodType | undefined;

/** The route that a request with these body parameters means: the grants share a path. */
const chosen = (candidates: readonly Route[], body: object): Route => {
	const [only, ...others] = candidates;
	if (only !== undefined && others.length === 0) return only;
	const grant = 'grant_type' in body && body.grant_type;
	const route = candidates.find(({ endpoint }) => grantOf(endpoint.body)?.safeParse(grant).success);
	if (route !== undefined) return route;
	const message = `The grant type ${String(grant)} is not supported`;
	throw new Refusal(400, message, { isViolation: true, oauthError: 'unsupported_grant_type' });
};

const unauthorized = (message: string): Refusal =>
	new Refusal(401, message, { oauthError: 'invalid_client' });

/**
 * The service, in memory: it checks every request against the contract and keeps what it is
 * told. It is synchronous, opens no socket, starts no timer and reads no clock but the one it is given.
 */
export class SimulatedService {
	readonly settings: Settings;
	readonly faults = new Faults();
	/** The last requests, oldest first; `clearLogs` forgets them. */
	readonly requests: LoggedRequest[] = [];
	/** Requests that broke the contract. A client that is right leaves this empty. */
	readonly violations: Violation[] = [];
	private readonly basePath: string;
	private world: World;
	private disturbances: Disturbances;
	/** Moments of the customer creations of the last second. */
	private creations: number[] = [];

	constructor(options: ServiceOptions = {}) {
		this.settings = settle(options);
		this.basePath = new URL(this.settings.publicUrl).pathname.replace(/\/$/, '');
		this.world = this.newWorld();
		this.disturbances = new Disturbances(this.settings);
	}

	private newWorld(): World {
		const { settings } = this;
		const state = new State(settings);
		const render = new Render(settings, state);
		const lag = new Lag(settings.now, settings.listLagSeconds, settings.grantLagSeconds);
		const tokens = new Tokens(settings);
		const counts = { missingRemovals: { count: 0 }, pages: { count: 0 } };
		return { settings, state, render, tokens, lag, ...counts };
	}

	/** The account, to be changed by tests without a request. */
	get state(): State {
		return this.world.state;
	}

	/** Back to the seed: the account, tokens, faults and logs. */
	reset(): void {
		this.world = this.newWorld();
		this.disturbances = new Disturbances(this.settings);
		this.creations = [];
		this.faults.clear();
		this.clearLogs();
	}

	clearLogs(): void {
		this.requests.length = 0;
		this.violations.length = 0;
	}

	/** Tokens of a customer, as pairing would give them. */
	customerTokens(customerId: number) {
		return this.world.tokens.forCustomer(customerId);
	}

	/** What the customer does at the activation address; RangeError for a code that is not valid. */
	pair(code: string, customerId: number): void {
		this.world.tokens.pair(code, customerId);
	}

	/** The address of a thing of this service. */
	href(kind: Kind, id: number): string {
		return this.world.render.href(kind, id);
	}

	/**
	 * Answers a request.
	 *
	 * @throws SimulatedFault where a fault or a disturbance leaves it without a whole answer
	 */
	handle(request: SimulatedRequest): SimulatedAnswer {
		const logged: LoggedRequest = {
			method: request.method.toUpperCase(),
			path: request.path,
			query: String(request.query ?? ''),
			headers: lowerCased(request.headers),
			body: request.body ?? '',
			endpoint: null,
			status: null,
			at: this.settings.now(),
		};
		remember(this.requests, logged);
		const path = this.belowBase(request.path);
		const fault =
			this.faults.take(logged.method, path ?? request.path) ??
			this.disturbances.take(logged.method, path ?? request.path);
		const perform = () => this.perform(logged, path, request.body === undefined);
		const answer = fault === undefined ? perform() : this.disturbed(fault, perform);
		logged.status = answer.status;
		return echoed(this.settings.echo, answer, logged);
	}

	/** The answer to a request that meets a fault. */
	private disturbed(fault: Fault, perform: () => SimulatedAnswer): SimulatedAnswer {
		const performed = isPerformedWith(fault) ? perform() : undefined;
		const answer = answerOf(fault, performed);
		return { ...answer, headers: { date: this.date, ...answer.headers } };
	}

	private get date(): string {
		return this.settings.now().toUTCString();
	}

	/** The path below the base address, or undefined for one that is not. */
	private belowBase(path: string): string | undefined {
		return path.startsWith(`${this.basePath}/`) ? path.slice(this.basePath.length) : undefined;
	}

	private perform(
		logged: LoggedRequest,
		path: string | undefined,
		hasNoBody: boolean,
	): SimulatedAnswer {
		const reply = this.guarded(logged, path, () => this.dispatch(logged, path, hasNoBody));
		const body = reply.json === undefined ? '' : withIds(this.settings.ids, reply.json);
		const headers = { date: this.date, ...(body && jsonHeaders), ...reply.headers };
		const answer = { status: reply.status, headers, body };
		return writtenAnswer(this.settings.writeAnswer, answer, logged);
	}

	/** Turns a refusal into an answer, and remembers it when the request broke the contract. */
	private guarded(logged: LoggedRequest, path: string | undefined, act: () => Reply): Reply {
		try {
			return act();
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { status, message, headers, oauthError } = error;
			if (error.isViolation) {
				remember(this.violations, { request: logged, problem: message });
			}
			const json = path?.startsWith('/oauth/')
				? { error: oauthError, error_description: message }
				: { message, documentation_url: documentationUrl };
			return { status, json, headers };
		}
	}

	private dispatch(logged: LoggedRequest, path: string | undefined, hasNoBody: boolean): Reply {
		const { method } = logged;
		const { routes: candidates, params } = find(method, path ?? '');
		const [first] = candidates;
		if (path === undefined || first === undefined) {
			throw new Refusal(404, `There is no ${method} ${logged.path}`, {
				isViolation: true,
				oauthError: 'not_found',
			});
		}
		logged.endpoint = first.endpoint.id;
		const customerId = this.authenticate(first, logged.headers);
		if (logged.endpoint === 'customers.create') this.limitCreations();
		const body = this.bodyOf(logged, hasNoBody);
		const route = chosen(candidates, body);
		logged.endpoint = route.endpoint.id;
		const onBehalfOf = this.onBehalfOf(logged.headers);
		this.state.settleVideos();
		const rawQuery = new URLSearchParams(logged.query);
		const query = decodeFields(rawQuery);
		return route.run(this.world, { params, query, rawQuery, body, path, customerId, onBehalfOf });
	}

	private bodyOf({ method, headers, body }: LoggedRequest, hasNoBody: boolean): object {
		if (method === 'GET' && body !== '') {
			throw new Refusal(400, 'A GET carries its parameters in the query, not in a body', {
				isViolation: true,
			});
		}
		if (method === 'PUT' && hasNoBody && headers['content-length'] === undefined) {
			throw new Refusal(400, 'A PUT without a body must carry Content-Length: 0', {
				isViolation: true,
			});
		}
		return decodeBody(body, headers['content-type'] ?? '');
	}

	/** @returns the customer whose token it is, if it is one's */
	private authenticate({ endpoint }: Route, headers: LoggedRequest['headers']): number | undefined {
		if (endpoint.auth === 'none') return undefined;
		const [, scheme = '', secret = ''] =
			/^(basic|bearer) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
		if (scheme.toLowerCase() === 'basic' && endpoint.auth === 'service') {
			const given = Buffer.from(secret, 'base64').toString('utf8');
			if (given === `${this.settings.apiKey}:`) return undefined;
			throw unauthorized('The API key is not valid');
		}
		const owner = scheme.toLowerCase() === 'bearer' && this.world.tokens.owner(secret);
		const isRight = owner && (owner.customerId === undefined) === (endpoint.auth === 'service');
		if (isRight) return owner.customerId;
		throw unauthorized(
			scheme === '' ? 'Authentication is required' : 'The access token is not valid or has expired',
		);
	}

	private limitCreations(): void {
		const { customerCreationsPerSecond, now } = this.settings;
		if (customerCreationsPerSecond === null) return;
		const at = Number(now());
		this.creations = this.creations.filter((moment) => Math.abs(at - moment) < rateWindowMs);
		if (this.creations.length >= customerCreationsPerSecond) {
			const message = `Rate limit exceeded: ${customerCreationsPerSecond} requests a second`;
			throw new Refusal(429, message, {
				oauthError: 'rate_limited',
				headers: { 'retry-after': '1' },
			});
		}
		this.creations.push(at);
	}

	/**
	 * Checks the headers of a request on behalf of a customer (docs/service.md, API key).
	 *
	 * @returns the customer whom they name, if any
	 */
	private onBehalfOf(headers: LoggedRequest['headers']): number | undefined {
		const prefix = `${this.settings.headerPrefix.toLowerCase()}-`;
		const own = Object.entries(headers)
			.filter(([name]) => name.startsWith(prefix))
			.map(([name, value]) => [name.slice(prefix.length), value]);
		const { error, data } = onBehalfHeaders.safeParse(Object.fromEntries(own));
		if (error) {
			throw new Refusal(400, `${prefix}*: ${z.prettifyError(error)}`, { isViolation: true });
		}
		const { customer } = data;
		if (customer === undefined) return undefined;
		const id = idIn(customer);
		if (customer !== this.href('customers', id)) {
			throw new Refusal(422, `${customer} is not an address of this service`, {
				isViolation: true,
			});
		}
		if (!this.state.has('customers', id)) throw new Refusal(404, `customers ${id} not found`);
		return id;
	}
}

/** A simulated service in memory; see `ServiceOptions` for what can be chosen. */
export const createService = (options: ServiceOptions = {}): SimulatedService =>
	new SimulatedService(options);
