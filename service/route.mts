import type { z } from 'zod';

import {
	referencesIn,
	type EndpointId,
	type EndpointOf,
	type FoundReference,
} from './contract/index.mts';
import { notFound, Refusal, type Reply } from './answer.mts';
import { idIn, type Call, type World } from './call.mts';
import type { DecodedBody } from './decode.mts';
import { withoutIgnored } from './traits/lists.mts';

/** What a request carries before the contract has looked at it. */
export interface RawCall {
	params: Record<string, string>;
	query: Record<string, unknown>;
	rawQuery: URLSearchParams;
	body: DecodedBody;
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

/**
 * Joins an endpoint of the contract with what the service does.
 *
 * @returns a route that refuses (as a violation) whatever the contract does not allow
 */
export const on = <Id extends EndpointId, Query extends z.ZodObject, Body extends z.ZodObject>(
	endpoint: EndpointOf<Id, Query, Body>,
	handle: (call: Call<z.output<Query>, z.output<Body>>) => Reply,
): Route => ({
	endpoint,
	run: (world, raw) => {
		const query = endpoint.query.safeParse(raw.query);
		if (!query.success) throw explain(query.error, 'query', endpoint.body);
		const body = endpoint.body.safeParse(raw.body.read(endpoint.body));
		if (!body.success) throw explain(body.error, 'body', endpoint.query);
		const references = [
			...referencesIn(endpoint.query, query.data),
			...referencesIn(endpoint.body, body.data),
		];
		for (const reference of references) checkReference(world, raw, reference);
		const kept = withoutIgnored(world.settings.ignoredFilter, raw.query);
		// a filter that the endpoint cannot do without is not ignored
		const heeded = 'page' in endpoint.query.shape ? endpoint.query.safeParse(kept) : query;
		return handle({
			...world,
			...raw,
			id: Number(Object.values(raw.params)[0]),
			query: heeded.data ?? query.data,
			body: body.data,
		});
	},
});
