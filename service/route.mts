import type { z } from 'zod';

import {
	deleted,
	done,
	endpoints,
	kinds,
	referencesIn,
	type EndpointId,
	type EndpointOf,
	type FoundReference,
} from './contract/index.mts';
import { notFound, Refusal, type Reply } from './answer.mts';
import { existing, idIn, type Call, type World } from './call.mts';
import { retrievedId } from './traits/answers.mts';
import { withoutIgnored } from './traits/lists.mts';

/** What a request carries before the contract has looked at it. */
export interface RawCall {
	params: Record<string, string>;
	query: Record<string, unknown>;
	rawQuery: URLSearchParams;
	body: object;
	path: string;
	customerId: number | undefined;
	onBehalfOf: number | undefined;
}

export interface Route {
	endpoint: EndpointOf<EndpointId, z.ZodObject, z.ZodObject>;
	run: (world: World, raw: RawCall) => Reply;
}

/** Says what is wrong in words, one problem a part: `name: problem; name: problem`. */
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
	return new Refusal(isUnknown ? 400 : 422, problems.join('; '), { isViolation: true });
};

const checkReference = (world: World, raw: RawCall, reference: FoundReference): void => {
	const { kind, own, path, value } = reference;
	const name = path.join('.');
	const isAddress = typeof value === 'string' && value.includes('/');
	const id = idIn(value);
	if (isAddress && value !== world.render.href(kind, id)) {
		throw new Refusal(422, `${name}: ${value} is not an address of this service`, {
			isViolation: true,
		});
	}
	if (own && id !== Number(raw.params.id)) {
		throw new Refusal(422, `${name}: ${value} is not what the path addresses`, {
			isViolation: true,
		});
	}
	if (!own && !world.state.has(kind, id)) throw notFound(`${name}: ${kind} ${id}`);
};

/** The kind of thing that a path is about. */
const kindIn = (path: string) => kinds.find((kind) => path.startsWith(`/${kind}/:`));

/** What the contract alone says. */
const answer = (call: Call<unknown, unknown>, { method, path, item }: Route['endpoint']): Reply => {
	const kind = kindIn(path);
	if (kind === undefined || item === done || item === deleted) return { status: 204 };
	const { settings, state } = call;
	const exists = (other: number) => state.has(kind, other);
	const id = method === 'GET' ? retrievedId(settings.retrieved, call.id, exists) : call.id;
	return { status: 200, json: call.render.alone(kind, id) };
};

/**
 * Joins an endpoint of the contract with what the service does.
 *
 * @param handle where it gives no reply, the answer is what the contract says
 * @returns a route that refuses (as a violation) whatever the contract does not allow
 */
export const on = <Id extends EndpointId, Query extends z.ZodObject, Body extends z.ZodObject>(
	endpoint: EndpointOf<Id, Query, Body>,
	handle: (call: Call<z.output<Query>, z.output<Body>>) => Reply | void,
): Route => ({
	endpoint,
	run: (world, raw) => {
		const query = endpoint.query.safeParse(raw.query);
		if (!query.success) throw explain(query.error, 'query', endpoint.body);
		const body = endpoint.body.safeParse(raw.body);
		if (!body.success) throw explain(body.error, 'body', endpoint.query);
		const references = [
			...referencesIn(endpoint.query, query.data),
			...referencesIn(endpoint.body, body.data),
		];
		for (const reference of references) checkReference(world, raw, reference);
		const kept = withoutIgnored(world.settings.ignoredFilter, raw.query);
		// a filter that the endpoint cannot do without is not ignored
		const heeded = 'page' in endpoint.query.shape ? endpoint.query.safeParse(kept) : query;
		const id = Number(Object.values(raw.params)[0]);
		const kind = kindIn(endpoint.path);
		if (kind !== undefined) existing(world, kind, id);
		const call = { ...world, ...raw, id, query: heeded.data ?? query.data, body: body.data };
		return handle(call) ?? answer(call, endpoint);
	},
});

/**
 * The route of an endpoint of which the contract says all: it shows or deletes the thing in its path, or answers nothing.
 *
 * @returns none where it answers something else
 */
export const onContract = (endpoint: Route['endpoint']): Route[] => {
	const { path, item } = endpoint;
	const kind = kindIn(path);
	const shown = endpoints.find((one) => one.method === 'GET' && one.path === `/${kind}/:id`);
	if (kind === undefined || ![shown?.item, done, deleted].includes(item)) return [];
	const handle = ({ state, id }: Call<unknown, unknown>) => {
		if (item === deleted) state.remove(kind, id);
	};
	return [on(endpoint, handle)];
};
