import { TrieRouter } from 'hono/router/trie-router';
import { z } from 'zod';

import { onBehalfHeaders, type Kind } from './contract/index.mts';
import {
	Refusal,
	unauthorized,
	violation,
	type HandlerResponse,
	type SimulatedResponse,
} from './response.mts';
import { createWorld, idIn, type World } from './call.mts';
import { decodeBody, decodeFields } from './decode.mts';
import { faultResponse, Faults, isPerformedWith, type Fault } from './faults.mts';
import { routes } from './handlers/index.mts';
import { toSettings, type ServiceOptions, type Settings } from './options.mts';
import { checkReferences, type Route } from './route.mts';
import type { AccountState } from './state.mts';
import { echoed } from './traits/answers.mts';
import { Disturbances } from './traits/disturbances.mts';
import { writtenAnswer } from './traits/writes.mts';

export interface SimulatedRequest {
	method: string;
	/** The whole path, with that of the base address. */
	path: string;
	query?: URLSearchParams | string;
	/** Names in any case. */
	headers?: Readonly<Record<string, string | undefined>>;
	/** Undefined for a request without a body and without `Content-Length`. */
	body?: string | undefined;
}

export interface LoggedRequest {
	method: string;
	path: string;
	query: string;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	body: string;
	/** The id of the endpoint, or null where the contract has none. */
	endpoint: string | null;
	/** Null when no whole response was sent. */
	status: number | null;
	at: Date;
}

/** A logged request with what its log entry leaves out. */
interface Received {
	logged: LoggedRequest;
	/** The path below the base address, or undefined for a path outside it. */
	path: string | undefined;
	hasBody: boolean;
}

/** A request that breaks the contract. */
interface Violation {
	request: LoggedRequest;
	problem: string;
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' };
const documentationUrl = 'https://docs.example.com/errors';
const rateWindowMs = 1000;

/** Returns the path of an endpoint for the router. A parameter matches digits, or the letters of a pairing code. */
const routedPath = (path: string): string =>
	path.replaceAll(/:(\w+)/g, (name) => `${name}{${name === ':code' ? '\\w+' : '\\d+'}}`);
const router = new TrieRouter<Route>();
for (const route of routes) {
	router.add(route.endpoint.method, routedPath(route.endpoint.path), route);
}

/** Finds the routes of a request: several for `POST /oauth/token`, whose grants share a path. */
const findRoutes = (method: string, path: string) => {
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

/** A log keeps at least so many entries, and at most twice as many. */
const logLimit = 10_000;
const remember = <Entry,>(log: Entry[], entry: Entry): void => {
	log.push(entry);
	if (log.length > logLimit * 2) log.splice(0, log.length - logLimit);
};

const grantTypeIn = ({ shape }: z.ZodObject) => shape.grant_type as z.ZodType | undefined;

/** Chooses between routes of one path by the `grant_type` in the body. */
const routeFor = (candidates: readonly Route[], body: object): Route => {
	const [only, ...rest] = candidates;
	if (only !== undefined && rest.length === 0) return only;
	const grant = 'grant_type' in body && body.grant_type;
	const route = candidates.find(
		({ endpoint }) => grantTypeIn(endpoint.body)?.safeParse(grant).success,
	);
	if (route !== undefined) return route;
	const message = `The grant type ${String(grant)} is not supported`;
	throw violation(400, message, { oauthError: 'unsupported_grant_type' });
};

/**
 * The service in memory. It checks every request against the contract and keeps what requests change. It is
 * synchronous, opens no socket, starts no timer, and reads no clock but the one it is given.
 */
export class SimulatedService {
	readonly settings: Settings;
	readonly faults = new Faults();
	/** The last requests, oldest first; `clearLogs` forgets them. */
	readonly requests: LoggedRequest[] = [];
	/** Requests that broke the contract. A correct client leaves this empty. */
	readonly violations: Violation[] = [];
	private readonly basePath: string;
	private world: World;
	private disturbances: Disturbances;
	/** When customers were created in the last second, in milliseconds. */
	private creations: number[] = [];

	constructor(options: ServiceOptions = {}) {
		this.settings = toSettings(options);
		this.basePath = new URL(this.settings.publicUrl).pathname.replace(/\/$/, '');
		this.world = createWorld(this.settings);
		this.disturbances = new Disturbances(this.settings);
	}

	/** The records of the account. Tests change them without a request. */
	get state(): AccountState {
		return this.world.state;
	}

	/** Restores the seed, and forgets tokens, faults and logs. */
	reset(): void {
		this.world = createWorld(this.settings);
		this.disturbances = new Disturbances(this.settings);
		this.creations = [];
		this.faults.clear();
		this.clearLogs();
	}

	clearLogs(): void {
		this.requests.length = 0;
		this.violations.length = 0;
	}

	/** Issues the tokens that a customer gets by pairing. */
	customerTokens(customerId: number) {
		return this.world.tokens.forCustomer(customerId);
	}

	/**
	 * Pairs a code, as the customer does at the activation address.
	 *
	 * @throws RangeError for an invalid code
	 */
	pair(code: string, customerId: number): void {
		this.world.tokens.pair(code, customerId);
	}

	/** Returns the address of a record. */
	href(kind: Kind, id: number): string {
		return this.world.render.href(kind, id);
	}

	/**
	 * Responds to a request.
	 *
	 * @throws SimulatedFault where a fault or a disturbance leaves no whole response
	 */
	handle(request: SimulatedRequest): SimulatedResponse {
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
		const received = { logged, path, hasBody: request.body !== undefined };
		const response = fault ? this.disturbed(fault, received) : this.perform(received);
		logged.status = response.status;
		return echoed(this.settings.echo, response, logged);
	}

	private disturbed(fault: Fault, received: Received): SimulatedResponse {
		const performed = isPerformedWith(fault) ? this.perform(received) : undefined;
		const response = faultResponse(fault, performed);
		return { ...response, headers: { date: this.date, ...response.headers } };
	}

	private get date(): string {
		return this.settings.now().toUTCString();
	}

	private belowBase(path: string): string | undefined {
		return path.startsWith(`${this.basePath}/`) ? path.slice(this.basePath.length) : undefined;
	}

	private perform(received: Received): SimulatedResponse {
		const handled = this.guarded(received);
		const { status, json } = handled;
		const headers = { date: this.date, ...(json !== undefined && jsonHeaders), ...handled.headers };
		let body: string | undefined;
		const response: SimulatedResponse = {
			status,
			headers,
			json,
			get body() {
				body ??= json === undefined ? '' : JSON.stringify(json);
				return body;
			},
		};
		return writtenAnswer(this.settings.writeAnswer, response, received.logged);
	}

	/** Turns a refusal into a response, and notes a request that broke the contract. */
	private guarded(received: Received): HandlerResponse {
		try {
			return this.dispatch(received);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { status, message, headers, oauthError } = error;
			const { logged, path } = received;
			if (error.isViolation) remember(this.violations, { request: logged, problem: message });
			const json = path?.startsWith('/oauth/')
				? { error: oauthError, error_description: message }
				: { message, documentation_url: documentationUrl };
			return { status, json, headers };
		}
	}

	private dispatch({ logged, path, hasBody }: Received): HandlerResponse {
		const { method } = logged;
		const { routes: candidates, params } = findRoutes(method, path ?? '');
		const [first] = candidates;
		if (path === undefined || first === undefined) {
			const options = { oauthError: 'not_found' };
			throw violation(404, `There is no ${method} ${logged.path}`, options);
		}
		logged.endpoint = first.endpoint.id;
		const customerId = this.authenticate(first, logged.headers);
		if (logged.endpoint === 'customers.create') this.limitCreations();
		const body = this.bodyOf(logged, hasBody);
		const route = routeFor(candidates, body);
		logged.endpoint = route.endpoint.id;
		const onBehalfOf = this.onBehalfOf(logged.headers);
		this.state.settleVideos();
		const rawQuery = new URLSearchParams(logged.query);
		const query = decodeFields(rawQuery);
		return route.run(this.world, { params, query, rawQuery, body, path, customerId, onBehalfOf });
	}

	private bodyOf({ method, headers, body }: LoggedRequest, hasBody: boolean): object {
		if (method === 'GET' && body !== '') {
			throw violation(400, 'A GET carries its parameters in the query, not in a body');
		}
		if (method === 'PUT' && !hasBody && headers['content-length'] === undefined) {
			throw violation(400, 'A PUT without a body must carry Content-Length: 0');
		}
		return decodeBody(body, headers['content-type'] ?? '');
	}

	/** @returns the id of the customer whose token the request carries, if it is a customer's */
	private authenticate({ endpoint }: Route, headers: LoggedRequest['headers']): number | undefined {
		if (endpoint.auth === 'none') return undefined;
		const [, scheme = '', secret = ''] =
			/^(basic|bearer) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
		if (scheme.toLowerCase() === 'basic' && endpoint.auth === 'service') {
			const credential = Buffer.from(secret, 'base64').toString('utf8');
			if (credential === `${this.settings.apiKey}:`) return undefined;
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
	 * Checks the headers of a request on behalf of a customer (docs/developers/service.md, API key).
	 *
	 * @returns the id of the customer whom they name, if any
	 */
	private onBehalfOf(headers: LoggedRequest['headers']): number | undefined {
		const prefix = `${this.settings.headerPrefix.toLowerCase()}-`;
		const own = Object.entries(headers)
			.filter(([name]) => name.startsWith(prefix))
			.map(([name, value]) => [name.slice(prefix.length), value]);
		const { error, data } = onBehalfHeaders.safeParse(Object.fromEntries(own));
		if (error) throw violation(400, `${prefix}*: ${z.prettifyError(error)}`);
		checkReferences(this.world, onBehalfHeaders, data);
		return data.customer === undefined ? undefined : idIn(data.customer);
	}
}

/** Creates a service in memory. */
export const createService = (options: ServiceOptions = {}): SimulatedService =>
	new SimulatedService(options);
