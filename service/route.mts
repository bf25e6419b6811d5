import type { z } from 'zod';

import {
	deleted,
	done,
	endpoints,
	kinds,
	referencesIn,
	type EndpointId,
	type EndpointOf,
} from './contract/index.mts';
import { notFound, violation, type HandlerResponse, type Refusal } from './response.mts';
import { idIn, type Call, type World } from './call.mts';
import { assertTrait } from './traits/answers.mts';

/** A request before the contract has validated it. */
type RawCall = Omit<Call<Record<string, unknown>, object>, keyof World | 'id'>;

export interface Route {
	endpoint: EndpointOf<EndpointId, z.ZodObject, z.ZodObject>;
	run: (world: World, raw: RawCall) => HandlerResponse;
}

/** Makes a refusal that lists the problems as `name: problem; name: problem`. */
const explain = (error: z.ZodError, place: string, otherPlace: z.ZodObject): Refusal => {
	const problems = error.issues.flatMap((issue) => {
		const name = issue.path.join('.');
		if (issue.code !== 'unrecognized_keys') {
			return [name ? `${name}: ${issue.message}` : issue.message];
		}
		return issue.keys.map((key) =>
			name === '' && key in otherPlace.shape
				? `${key}: does not belong in the ${place}`
				: `${[...issue.path, key].join('.')}: is not a parameter of this request`,
		);
	});
	const isUnknown = error.issues.some(({ code }) => code === 'unrecognized_keys');
	return violation(isUnknown ? 400 : 422, problems.join('; '));
};

/**
 * Checks the references to records in values that fit a schema.
 *
 * @throws Refusal 422 or 404 for a record that is elsewhere, absent, or not the one in the path
 */
export const checkReferences = (
	{ render, state }: World,
	schema: z.ZodObject,
	values: object,
	params: RawCall['params'] = {},
): void => {
	for (const { kind, own, path, value } of referencesIn(schema, values)) {
		const name = path.join('.');
		const isAddress = typeof value === 'string' && value.includes('/');
		const id = idIn(value);
		if (isAddress && value !== render.href(kind, id)) {
			throw violation(422, `${name}: ${value} is not an address of this service`);
		}
		if (own && id !== Number(params.id)) {
			throw violation(422, `${name}: ${value} is not what the path addresses`);
		}
		if (!own && !state.has(kind, id)) throw notFound(`${name}: ${kind} ${id}`);
	}
};

/** Returns the kind of the record whose id the path begins with; `/me` is a customer. */
const kindIn = (path: string) =>
	path.startsWith('/me/') ? 'customers' : kinds.find((kind) => path.startsWith(`/${kind}/:`));

/** Returns the response that the contract alone determines: the record, or nothing. */
const contractResponse = (
	call: Call<unknown, unknown>,
	{ method, path, item }: Route['endpoint'],
): HandlerResponse => {
	const kind = kindIn(path);
	if (kind === undefined || item === done || item === deleted) return { status: 204 };
	if (method === 'GET') assertTrait(call.settings.retrieved, call.id);
	return { status: 200, json: call.render.alone(kind, call.id) };
};

/**
 * Makes the route of an endpoint. It refuses, as a violation, a request that the contract does not allow.
 *
 * @param handle performs the request. Without a result, the contract alone determines the response.
 */
export const on = <Id extends EndpointId, Query extends z.ZodObject, Body extends z.ZodObject>(
	endpoint: EndpointOf<Id, Query, Body>,
	handle: (call: Call<z.output<Query>, z.output<Body>>) => HandlerResponse | void,
): Route => ({
	endpoint,
	run: (world, raw) => {
		const query = endpoint.query.safeParse(raw.query);
		if (!query.success) throw explain(query.error, 'query', endpoint.body);
		const body = endpoint.body.safeParse(raw.body);
		if (!body.success) throw explain(body.error, 'body', endpoint.query);
		checkReferences(world, endpoint.query, query.data, raw.params);
		checkReferences(world, endpoint.body, body.data, raw.params);
		const id = raw.customerId ?? Number(Object.values(raw.params)[0]);
		const kind = kindIn(endpoint.path);
		if (kind !== undefined && !world.state.has(kind, id)) throw notFound(`${kind} ${id}`);
		const call = { ...world, ...raw, id, query: query.data, body: body.data };
		return handle(call) ?? contractResponse(call, endpoint);
	},
});

/**
 * Makes the route of an endpoint that needs no handler: it shows the record in its path, or responds with nothing. Returns
 * none for another endpoint.
 */
export const onContract = (endpoint: Route['endpoint']): Route[] => {
	const { path, item } = endpoint;
	const kind = kindIn(path);
	const shown = endpoints.find(
		(endpoint) => endpoint.method === 'GET' && endpoint.path === `/${kind}/:id`,
	);
	return kind !== undefined && [shown?.item, done].includes(item) ? [on(endpoint, () => {})] : [];
};
